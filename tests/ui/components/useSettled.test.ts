import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useSettled } from "../../../src/components/form/useSettled.ts";

beforeEach(() => void vi.useFakeTimers());

function settling(value: string) {
  return renderHook(({ value, composing }) => useSettled(value, composing), {
    initialProps: { value, composing: false },
  });
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("passes on a value that has not changed for 300 ms, and none before", () => {
  const { result, rerender } = settling("");
  rerender({ value: "a", composing: false });
  pass(299);
  rerender({ value: "ab", composing: false });
  pass(299);
  expect(result.current).toBe("");
  pass(1);
  expect(result.current).toBe("ab");
});

it("waits for the end of a conversion, and 300 ms after it", () => {
  const { result, rerender } = settling("");
  rerender({ value: "たかはし", composing: true });
  pass(3_000);
  expect(result.current).toBe("");
  rerender({ value: "髙橋", composing: false });
  pass(300);
  expect(result.current).toBe("髙橋");
});
