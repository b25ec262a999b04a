import { describe, expect, it } from "vitest";
import { spreadMs } from "../../domain/events.ts";

describe("the spread of what a change makes all screens do", () => {
  it("is 3 ms per open stream", () => {
    expect([0, 1, 100, 999].map(spreadMs)).toEqual([0, 3, 300, 2_997]);
  });

  it("is never longer than 3 s", () => {
    expect([1_000, 1_001, 1_000_000].map(spreadMs)).toEqual([3_000, 3_000, 3_000]);
  });

  it("leaves a change of an office of 500 screens within 2 s", () => {
    expect(spreadMs(500)).toBeLessThan(2_000);
  });
});
