import {
  addDays,
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
} from "../../../../domain/dates.ts";
import type { UsageSeries } from "../../../../domain/usage.ts";

export type UsagePoint = UsageSeries["points"][number];
export type Grain = UsageSeries["by"];

/** The range of one chart: a month of days, or up to a year of months; inclusive. */
interface Window {
  from: string;
  to: string;
}

const MONTHS_SHOWN = 12;
/** A year that starts within a month touches thirteen months. */
const MONTHS_AT_MOST = 13;

/** The windows that cover a contract from `startDate` to `endDate`, in order. */
export function windowsOf(grain: Grain, startDate: string, endDate: string): Window[] {
  const months = monthsBetween(monthOf(startDate), monthOf(endDate));
  if (grain === "day") {
    return months.map((month) => ({
      from: later(firstDayOfMonth(month), startDate),
      to: earlier(lastDayOfMonth(month), endDate),
    }));
  }
  const size = months.length <= MONTHS_AT_MOST ? MONTHS_AT_MOST : MONTHS_SHOWN;
  const windows: Window[] = [];
  for (let at = 0; at < months.length; at += size) {
    const shown = months.slice(at, at + size);
    windows.push({ from: shown[0] ?? "", to: shown.at(-1) ?? "" });
  }
  return windows;
}

/** The index of the window of a date, or the first or last one if the date is outside. */
export function windowAt(windows: readonly Window[], date: string): number {
  const next = windows.findIndex((window) => date.slice(0, window.from.length) < window.from);
  return Math.max(0, next === -1 ? windows.length - 1 : next - 1);
}

/** One point for every period of the window; zero for those without usage. */
export function pointsIn(
  window: Window,
  grain: Grain,
  points: readonly UsagePoint[],
): UsagePoint[] {
  const known = new Map(points.map((point) => [point.period, point]));
  const periods =
    grain === "day" ? daysBetween(window.from, window.to) : monthsBetween(window.from, window.to);
  return periods.map(
    (period) => known.get(period) ?? { period, transcriptCount: 0, transcriptMinutes: 0 },
  );
}

/** Round axis values from 0 to at least `highest`: at most five steps. */
export function axisTicks(highest: number): number[] {
  const rough = Math.max(1, highest) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((step) => step * magnitude >= rough) ?? 10;
  const step = Math.max(1, factor * magnitude);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Round axis values in minutes: steps of minutes up to an hour, of whole hours above. */
export function minuteTicks(highest: number): number[] {
  if (highest > 120) return axisTicks(Math.ceil(highest / 60)).map((hours) => hours * 60);
  const step = [1, 5, 10, 15, 30].find((minutes) => minutes * 4 >= highest) ?? 30;
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthOf(addMonths(firstDayOfMonth(month), 1))) {
    months.push(month);
  }
  return months;
}

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
