import { minutesUsed } from "../../../../domain/contracts/rules.ts";
import {
  addDays,
  addMonths,
  firstDayOfMonth,
  formatDate,
  formatMonthJa,
  lastDayOfMonth,
  monthOf,
} from "../../../../domain/text/dates.ts";
import type { UsageSeries, WorkspaceUsage } from "../../../../domain/usage/schemas.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";

export type UsagePoint = UsageSeries["points"][number];
/** A period and what was used in it, or up to its end, with what adjustments changed in it. */
export type Figures = Pick<
  UsagePoint,
  "period" | "transcriptCount" | "transcriptMinutes" | "adjusted"
>;
/** What was used up to the end of a period. */
export type Sums = Figures & NonNullable<UsagePoint["cumulative"]>;
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

/**
 * The minutes used in a window, of points with their sums. The minutes of the points would add up
 * to more, as each is rounded up.
 */
export function minutesIn({ from, to }: Window, points: readonly UsagePoint[]): number {
  const upTo = (point: UsagePoint | undefined) => point?.cumulative?.seconds ?? 0;
  const before = points.findLast(({ period }) => period < from);
  return minutesUsed(upTo(points.findLast(({ period }) => period <= to)) - upTo(before));
}

/**
 * What was used up to each period of a contract, up to that of `today`. A period without use has the
 * figures of the one before.
 */
export function cumulativeIn(
  periods: readonly string[],
  points: readonly UsagePoint[],
  today: string,
): Sums[] {
  let next = 0;
  let sums = { transcriptCount: 0, transcriptMinutes: 0, seconds: 0 };
  const adjusted = new Map(points.map((point) => [point.period, point.adjusted]));
  const last = points.at(-1)?.period ?? "";
  const shown = periods.filter((period) => period <= today || period <= last);
  return shown.map((period) => {
    for (let point = points[next]; point && point.period <= period; point = points[next]) {
      sums = point.cumulative ?? sums;
      next += 1;
    }
    const change = adjusted.get(period);
    return { period, ...sums, ...(change ? { adjusted: change } : {}) };
  });
}

/** The axis values of `ticks`, and as many steps below zero as `lowest` needs. */
export function ticksDownTo(lowest: number, ticks: readonly number[]): number[] {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0);
  const below = Math.max(0, Math.ceil(-lowest / step));
  return [...Array.from({ length: below }, (_, index) => (index - below) * step), ...ticks];
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

/** All days from one to another. */
export function daysBetween(from: string, to: string): string[] {
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

/** Formats a day as 2026/04/01 and a month as 2026年4月. */
export function periodText(grain: Grain, period: string): string {
  return grain === "day" ? formatDate(period) : formatMonthJa(period);
}

/** The label below a bar: every month, but only some of the days. */
export function axisPeriodText(grain: Grain, period: string): string {
  if (grain === "month") return contractPages.usage.axis.month(Number(period.slice(5)));
  const day = Number(period.slice(8));
  return day === 1 || day % 5 === 0 ? contractPages.usage.axis.day(day) : "";
}

/** The label below a bar of days over several months: each Monday as 11/16. */
export function weekText(day: string): string {
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  return isMonday ? `${Number(day.slice(5, 7))}/${Number(day.slice(8))}` : "";
}

type Points = readonly Pick<UsageSeries["points"][number], "workspaces">[];

export interface WorkspaceUseRow {
  /** Null for use without a workspace. */
  workspaceId: number | null;
  /** Null for a deleted workspace. */
  workspaceName: string | null;
}

/** The workspaces with use, those with the most transcripts first. */
export function workspacesIn(points: Points): WorkspaceUseRow[] {
  const workspaces = new Map<number | null, WorkspaceUseRow & { count: number }>();
  for (const { workspaceId, workspaceName, transcriptCount } of points.flatMap(
    ({ workspaces = [] }) => workspaces,
  )) {
    const known = workspaces.get(workspaceId);
    const count = (known?.count ?? 0) + transcriptCount;
    workspaces.set(workspaceId, { workspaceId, workspaceName, count });
  }
  return [...workspaces.values()]
    .toSorted((a, b) => b.count - a.count)
    .map(({ workspaceId, workspaceName }) => ({ workspaceId, workspaceName }));
}

/** As many workspaces have a colour of their own; the others share the last one. */
const COLOURS = 6;

/** The colour at a place of the stack. */
export const chartColour = (place: number) =>
  `var(--ki-chart-${place < COLOURS - 1 ? place + 1 : "rest"})`;

/** The places of each colour, in the order of the stack. */
export function workspacesByColour(workspaces: readonly WorkspaceUseRow[]): WorkspaceUseRow[][] {
  if (workspaces.length <= COLOURS) return workspaces.map((place) => [place]);
  return [
    ...workspaces.slice(0, COLOURS - 1).map((place) => [place]),
    workspaces.slice(COLOURS - 1),
  ];
}

/** What the places of each colour used in a point. */
export function stackOf(
  { workspaces = [] }: Points[number],
  colours: readonly (readonly WorkspaceUseRow[])[],
  of: (used: Pick<WorkspaceUsage, "transcriptCount" | "transcriptMinutes">) => number,
): number[] {
  const used = new Map(workspaces.map((each) => [each.workspaceId, of(each)]));
  return colours.map((workspaces) =>
    workspaces.reduce((sum, { workspaceId }) => sum + (used.get(workspaceId) ?? 0), 0),
  );
}
