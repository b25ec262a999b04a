import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapBetween, nextStart } from "../../domain/alerts/rules.ts";
import { type ContractTerm, effectiveEnd, isWithin } from "../../domain/contracts/rules.ts";
import {
  contractTimeline,
  positionOf,
  type TimelineEntry,
  timelineScale,
  timelineTicks,
} from "../../domain/contracts/timeline.ts";
import { addDays, daysBetween } from "../../domain/text/dates.ts";

const TODAY = "2026-04-15";
const inDays = (days: number) => addDays(TODAY, days);

const term = (from: number, to: number, terminated?: number): ContractTerm => ({
  startDate: inDays(from),
  endDate: inDays(to),
  terminationDate: terminated === undefined ? null : inDays(terminated),
});

/** Contracts that may overlap; some end by a termination. */
const anyTerms = fc.array(
  fc
    .tuple(fc.integer({ min: -60, max: 60 }), fc.nat(40), fc.option(fc.nat(40), { freq: 3 }))
    .map(([from, length, left]) =>
      term(from, from + length, left === null ? undefined : from + Math.min(left, length)),
    ),
  { maxLength: 6 },
);

/** Contracts that do not overlap, as the database has them, in any order. */
const soundTerms = fc
  .array(fc.tuple(fc.nat(20), fc.nat(30), fc.boolean()), { maxLength: 6 })
  .chain((lengths) => {
    const terms: ContractTerm[] = [];
    let from = -70;
    for (const [free, length, isTerminated] of lengths) {
      from += free;
      terms.push(term(from, from + length, isTerminated ? from + (length >> 1) : undefined));
      from += (isTerminated ? length >> 1 : length) + 1;
    }
    return fc.shuffledSubarray(terms, { minLength: terms.length });
  });

const gapsOf = (entries: readonly TimelineEntry<ContractTerm>[]) =>
  entries.flatMap((entry) => (entry.kind === "gap" ? entry : []));

const isCovered = (terms: readonly ContractTerm[], day: string) =>
  terms.some((each) => isWithin({ startDate: each.startDate, endDate: effectiveEnd(each) }, day));

describe("the timeline of an organization", () => {
  it("has each day between the first and the last either in a contract or in one gap", () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const entries = contractTimeline(terms, TODAY);
        const gaps = gapsOf(entries).map(({ period }) => period);
        const first = terms.map(({ startDate }) => startDate).toSorted()[0];
        const last = terms.map(effectiveEnd).toSorted().at(-1);
        if (!first || !last) {
          expect(entries).toEqual([]);
          return;
        }
        for (let day = first; day <= last; day = addDays(day, 1)) {
          const free = gaps.filter((gap) => isWithin(gap, day)).length;
          expect(free).toBe(isCovered(terms, day) ? 0 : 1);
        }
        const rest = entries.at(-1);
        expect(rest).toMatchObject({ kind: "rest", startDate: addDays(last, 1) });
      }),
    );
  });

  it("puts a gap between the contract that ends before it and the next one", () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        for (const { after, period, days, isOpen } of gapsOf(contractTimeline(terms, TODAY))) {
          expect(addDays(effectiveEnd(after), 1)).toBe(period.startDate);
          expect(terms.map(({ startDate }) => startDate)).toContain(addDays(period.endDate, 1));
          expect(days).toBe(daysBetween(period.startDate, period.endDate) + 1);
          expect(days).toBeGreaterThan(0);
          expect(isOpen).toBe(period.endDate >= TODAY);
        }
      }),
    );
  });

  it("has the gaps that alerts tell of", () => {
    fc.assert(
      fc.property(soundTerms, (terms) => {
        const entries = contractTimeline(terms, TODAY);
        const gaps = terms.flatMap((each) => gapBetween(each, nextStart(each, terms)) ?? []);
        expect(new Set(gapsOf(entries).map(({ period }) => JSON.stringify(period)))).toEqual(
          new Set(gaps.map((gap) => JSON.stringify(gap))),
        );
        expect(entries.every((each) => each.kind !== "contract" || each.overlap === 0)).toBe(true);
      }),
    );
  });

  it("counts the days that an earlier contract covers as well", () => {
    const entries = contractTimeline([term(5, 20), term(0, 9), term(6, 8)], TODAY);
    expect(entries.flatMap((each) => (each.kind === "contract" ? each.overlap : []))).toEqual([
      0, 5, 3,
    ]);
  });

  it.each([
    ["a contract that lasts", [term(-10, 10)], 11, 0],
    ["one that ends today", [term(-10, 0)], 1, 0],
    ["one that ended yesterday", [term(-10, -1)], 0, 1],
    ["one that was terminated", [term(-10, 10, -5)], -4, 5],
  ])("is free after %s", (_, terms, from, days) => {
    expect(contractTimeline(terms, TODAY).at(-1)).toEqual({
      kind: "rest",
      after: terms[0],
      startDate: inDays(from),
      days,
    });
  });
});

describe("the scale of a timeline", () => {
  it("shows all entries, today and the months after the last", () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const entries = contractTimeline(terms, TODAY);
        const scale = timelineScale(entries, TODAY);
        expect(isWithin(scale, TODAY)).toBe(true);
        for (const each of terms) {
          expect(isWithin(scale, each.startDate)).toBe(true);
          expect(effectiveEnd(each) < scale.endDate).toBe(true);
        }
        expect(positionOf(scale.startDate, scale)).toBe(0);
        expect(positionOf(addDays(scale.endDate, 1), scale)).toBe(1);
      }),
    );
  });

  it.each([
    ["2026-03-01", "2026-06-30", ["2026年3月", "4月", "5月", "6月"]],
    ["2025-11-01", "2026-12-31", ["2025年11月", "2026年1月", "3月", "5月", "7月", "9月", "11月"]],
    [
      "2019-05-01",
      "2026-04-30",
      ["2020年", "2021年", "2022年", "2023年", "2024年", "2025年", "2026年"],
    ],
    [
      "2000-01-01",
      "2039-12-31",
      ["2000年", "2005年", "2010年", "2015年", "2020年", "2025年", "2030年", "2035年"],
    ],
  ])("from %s to %s names %j", (startDate, endDate, labels) => {
    const ticks = timelineTicks({ startDate, endDate });
    expect(ticks.map(({ label }) => label)).toEqual(labels);
  });

  it("names from one to eight months of any scale", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(2_000), (from, months) => {
        const day = (n: number) =>
          `${2000 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}-01`;
        const ticks = timelineTicks({ startDate: day(from), endDate: day(from + months) });
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(ticks.length).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
