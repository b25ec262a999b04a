import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Throttle } from "../../server/limiter/requestQuotas.ts";

/** Half of the time may be work. */
function throttleAt() {
  const clock = { ms: 0 };
  const half = { drainPerMs: 0.5, burstMs: 1_000, restPerMs: 1, longestRestMs: 800 };
  return { clock, throttle: new Throttle({ ...half, now: () => clock.ms }) };
}

describe("the throttle of a queue", () => {
  it("is free for as much as a screen asks at once", () => {
    const { throttle } = throttleAt();
    for (let n = 0; n < 10; n += 1) expect(throttle.worked("a", 100)).toBe(0);
    expect(throttle.isBusy("a")).toBe(false);
  });

  it("rests as long as it worked once it is busy, but shorter than a request waits", () => {
    const { throttle } = throttleAt();
    throttle.worked("a", 1_000);
    expect(throttle.worked("a", 120)).toBe(120);
    expect(throttle.worked("a", 5_000)).toBe(800);
    expect(throttle.isBusy("a")).toBe(true);
    expect(throttle.isBusy("b")).toBe(false);
  });

  it("is free again once time has paid, after four seconds at most", () => {
    const { throttle, clock } = throttleAt();
    throttle.worked("a", 60_000);
    clock.ms = 3_999;
    expect(throttle.isBusy("a")).toBe(true);
    clock.ms = 4_000;
    expect(throttle.isBusy("a")).toBe(false);
  });

  it("never slows down who works less than time pays for, however many others do", () => {
    const work = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(fc.array(work, { maxLength: 200 }), (works) => {
        const { throttle, clock } = throttleAt();
        for (const [n, ms] of works.entries()) {
          throttle.worked(`other ${n}`, 60_000);
          expect(throttle.worked("a", ms)).toBe(0);
          clock.ms += 2 * ms;
        }
      }),
    );
  });

  it("keeps one that goes on all the time to half of it", () => {
    const work = fc.integer({ min: 1, max: 800 });
    fc.assert(
      fc.property(work, (ms) => {
        const { throttle, clock } = throttleAt();
        let worked = 0;
        while (clock.ms < 60_000) {
          worked += ms;
          clock.ms += ms;
          clock.ms += throttle.worked("a", ms);
        }
        expect(worked).toBeLessThanOrEqual(60_000 * 0.5 + 3_000);
      }),
    );
  });
});
