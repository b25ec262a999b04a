import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runIn } from "../../server/audit/acting.ts";
import { RoundTrip } from "../../server/db/dialect.ts";

describe("the way to the database", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  const took = (way: RoundTrip, ...statements: number[]) => {
    for (const ms of statements) way.took(ms);
  };

  it("is as long as the fastest of some statements", () => {
    const way = new RoundTrip();
    took(way, 900, 305, 2_000, 301);
    expect([way.ms, way.isFar]).toEqual([0, false]);
    took(way, 310);
    expect([way.ms, way.isFar]).toEqual([301, true]);
    took(way, 2);
    expect([way.ms, way.isFar]).toEqual([2, false]);
  });

  it("is known to have become longer after 2 s", () => {
    const way = new RoundTrip();
    took(way, 1, 1, 1, 1, 1);
    vi.advanceTimersByTime(2_001);
    took(way, 300, 300, 300, 300);
    expect(way.ms).toBe(1);
    took(way, 300);
    expect(way.ms).toBe(300);
  });

  it("is not proven by a single statement, which may have had much to do", () => {
    const way = new RoundTrip();
    took(way, 1, 1, 1, 1, 1);
    vi.advanceTimersByTime(60_000);
    took(way, 5_000);
    expect(way.ms).toBe(1);
  });

  it("is added up for each request, and no more than its statements took", async () => {
    const way = new RoundTrip();
    took(way, 100, 100, 100, 100, 100);
    const running = (work: { onTheWayMs: number }) => ({
      acting: () => expect.unreachable(),
      work,
    });
    const [one, other] = [{ onTheWayMs: 0 }, { onTheWayMs: 0 }];
    await runIn(running(one), async () => {
      took(way, 400);
      await Promise.resolve();
      took(way, 150);
    });
    runIn(running(other), () => took(way, 50));
    expect([one.onTheWayMs, other.onTheWayMs]).toEqual([200, 50]);
  });
});
