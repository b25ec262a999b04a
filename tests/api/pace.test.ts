import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pace } from "../../server/load/pace.ts";

/** Half of the time may be work. */
function paceAt() {
  const clock = { ms: 0 };
  const half = { paidPerMs: 0.5, burstMs: 1_000, restPerMs: 1, longestRestMs: 800 };
  return { clock, pace: new Pace({ ...half, now: () => clock.ms }) };
}

describe("the pace of a line", () => {
  it("is free for as much as a screen asks at once", () => {
    const { pace } = paceAt();
    for (let n = 0; n < 10; n += 1) expect(pace.worked("a", 100)).toBe(0);
    expect(pace.isBusy("a")).toBe(false);
  });

  it("rests as long as it worked once it is busy, but shorter than a request waits", () => {
    const { pace } = paceAt();
    pace.worked("a", 1_000);
    expect(pace.worked("a", 120)).toBe(120);
    expect(pace.worked("a", 5_000)).toBe(800);
    expect(pace.isBusy("a")).toBe(true);
    expect(pace.isBusy("b")).toBe(false);
  });

  it("is free again once time has paid, after four seconds at most", () => {
    const { pace, clock } = paceAt();
    pace.worked("a", 60_000);
    clock.ms = 3_999;
    expect(pace.isBusy("a")).toBe(true);
    clock.ms = 4_000;
    expect(pace.isBusy("a")).toBe(false);
  });

  it("never slows down who works less than time pays for, however many others do", () => {
    const work = fc.integer({ min: 1, max: 900 });
    fc.assert(
      fc.property(fc.array(work, { maxLength: 200 }), (works) => {
        const { pace, clock } = paceAt();
        for (const [n, ms] of works.entries()) {
          pace.worked(`other ${n}`, 60_000);
          expect(pace.worked("a", ms)).toBe(0);
          clock.ms += 2 * ms;
        }
      }),
    );
  });

  it("keeps one that goes on all the time to half of it", () => {
    const work = fc.integer({ min: 1, max: 800 });
    fc.assert(
      fc.property(work, (ms) => {
        const { pace, clock } = paceAt();
        let worked = 0;
        while (clock.ms < 60_000) {
          worked += ms;
          clock.ms += ms;
          clock.ms += pace.worked("a", ms);
        }
        expect(worked).toBeLessThanOrEqual(60_000 * 0.5 + 3_000);
      }),
    );
  });
});
