import { describe, expect, it } from "vitest";
import {
  axisTicks,
  cumulativeIn,
  minuteTicks,
  pointsIn,
  ticksDownTo,
  windowAt,
  windowsOf,
} from "../../../src/resources/contracts/usage/usageSeries.ts";

describe("windows of a usage chart", () => {
  it("are the months of the contract by day, cut at its first and last day", () => {
    expect(windowsOf("day", "2026-01-15", "2026-03-10")).toEqual([
      { from: "2026-01-15", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-10" },
    ]);
  });

  it("are twelve months each by month, the last one shorter", () => {
    expect(windowsOf("month", "2026-04-01", "2027-05-31")).toEqual([
      { from: "2026-04", to: "2027-03" },
      { from: "2027-04", to: "2027-05" },
    ]);
    expect(windowsOf("month", "2026-04-10", "2027-04-09")).toEqual([
      { from: "2026-04", to: "2027-04" },
    ]);
  });

  it("open where today lies, or at the nearer end of the contract", () => {
    const days = windowsOf("day", "2026-01-15", "2026-03-10");
    expect(windowAt(days, "2025-12-31")).toBe(0);
    expect(windowAt(days, "2026-01-15")).toBe(0);
    expect(windowAt(days, "2026-02-28")).toBe(1);
    expect(windowAt(days, "2026-03-01")).toBe(2);
    expect(windowAt(days, "2030-01-01")).toBe(2);
    expect(windowAt(windowsOf("month", "2026-04-01", "2028-03-31"), "2027-04-01")).toBe(1);
  });
});

describe("points of a usage chart", () => {
  it("hold every day, with zero where nothing was used", () => {
    const used = { period: "2026-02-02", transcriptCount: 3, transcriptMinutes: 40 };
    expect(pointsIn({ from: "2026-02-01", to: "2026-02-03" }, "day", [used])).toEqual([
      { period: "2026-02-01", transcriptCount: 0, transcriptMinutes: 0 },
      used,
      { period: "2026-02-03", transcriptCount: 0, transcriptMinutes: 0 },
    ]);
  });

  it("hold every month across the turn of a year", () => {
    const points = pointsIn({ from: "2026-11", to: "2027-02" }, "month", []);
    expect(points.map((point) => point.period)).toEqual([
      "2026-11",
      "2026-12",
      "2027-01",
      "2027-02",
    ]);
  });
});

describe("a value axis", () => {
  it.each([0, 1, 2, 3, 4, 5, 7, 12, 99, 100, 101, 999, 12_345, 9_999_999])(
    "reaches %i in at most five whole steps",
    (highest) => {
      const ticks = axisTicks(highest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.every(Number.isInteger)).toBe(true);
    },
  );

  it("counts minutes in whole hours beyond two of them", () => {
    expect(minuteTicks(60)).toEqual([0, 15, 30, 45, 60]);
    expect(minuteTicks(120)).toEqual([0, 30, 60, 90, 120]);
    expect(minuteTicks(130)).toEqual([0, 60, 120, 180]);
    expect(minuteTicks(100)).toEqual([0, 30, 60, 90, 120]);
    expect(minuteTicks(0)).toEqual([0, 1]);
    for (const tick of minuteTicks(54_321)) expect(tick % 60).toBe(0);
  });
});

describe("sums up to each period", () => {
  const point = (period: string, count: number) => ({
    period,
    transcriptCount: 0,
    transcriptMinutes: 0,
    cumulative: { transcriptCount: count, transcriptMinutes: count * 2, seconds: count * 110 },
  });
  const sums = (period: string, count: number) => ({
    period,
    transcriptCount: count,
    transcriptMinutes: count * 2,
    seconds: count * 110,
  });

  it("stay where nothing was used, and end today", () => {
    const months = ["2026-04", "2026-05", "2026-06", "2026-07", "2026-08"];
    const points = [point("2026-05", 3), point("2026-07", 2)];
    expect(cumulativeIn(months, points, "2026-07-20")).toEqual([
      sums("2026-04", 0),
      sums("2026-05", 3),
      sums("2026-06", 3),
      sums("2026-07", 2),
    ]);
  });

  it("hold what counts before the first period, and after today", () => {
    const days = ["2026-04-02", "2026-04-03", "2026-04-04"];
    const points = [point("2026-04-01", 3), point("2026-04-03", 5)];
    expect(cumulativeIn(days, points, "2026-03-01")).toEqual([
      sums("2026-04-02", 3),
      sums("2026-04-03", 5),
    ]);
  });
});

it("an axis goes as many steps below zero as it needs", () => {
  expect(ticksDownTo(0, [0, 5, 10])).toEqual([0, 5, 10]);
  expect(ticksDownTo(-6, [0, 5, 10])).toEqual([-10, -5, 0, 5, 10]);
});
