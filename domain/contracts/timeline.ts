import {
  addDays,
  addMonths,
  daysBetween,
  firstDayOfMonth,
  formatMonthJa,
  monthNumber,
  monthOf,
} from "../text/dates.ts";
import { type ContractTerm, effectiveEnd, type Period } from "./rules.ts";

/**
 * What stands on the timeline of an organization, in the order of the days
 * (docs/product/contracts.md#timeline). Periods end on the last valid day.
 */
export type TimelineEntry<Contract extends ContractTerm> =
  | {
      kind: "contract";
      contract: Contract;
      period: Period;
      /** How many of its days an earlier contract covers as well. */
      overlap: number;
    }
  | {
      /** Days between two contracts that none covers. */
      kind: "gap";
      /** The contract that ends before them. */
      after: Contract;
      period: Period;
      days: number;
      /** Whether some of the days are still to come, so that a contract may fill them. */
      isOpen: boolean;
    }
  | {
      /** The days after the last contract, which have no end. */
      kind: "rest";
      after: Contract;
      startDate: string;
      /** How many of them are over, with today; 0 while the contract lasts. */
      days: number;
    };

/** The contracts of an organization and the days that none covers, on `today` in Asia/Tokyo. */
export function contractTimeline<Contract extends ContractTerm>(
  contracts: readonly Contract[],
  today: string,
): TimelineEntry<Contract>[] {
  const entries: TimelineEntry<Contract>[] = [];
  let last: { contract: Contract; end: string } | undefined;
  const inOrder = contracts.toSorted(
    (a, b) => compare(a.startDate, b.startDate) || compare(effectiveEnd(a), effectiveEnd(b)),
  );
  for (const contract of inOrder) {
    const { startDate } = contract;
    const period = { startDate, endDate: effectiveEnd(contract) };
    if (last && addDays(last.end, 1) < startDate) {
      const free = { startDate: addDays(last.end, 1), endDate: addDays(startDate, -1) };
      entries.push({
        kind: "gap",
        after: last.contract,
        period: free,
        days: daysIn(free),
        isOpen: free.endDate >= today,
      });
    }
    const shared = last && last.end < period.endDate ? last.end : period.endDate;
    const overlap = last ? Math.max(0, daysIn({ startDate, endDate: shared })) : 0;
    entries.push({ kind: "contract", contract, period, overlap });
    if (!last || period.endDate > last.end) last = { contract, end: period.endDate };
  }
  if (last) {
    const startDate = addDays(last.end, 1);
    const days = Math.max(0, daysIn({ startDate, endDate: today }));
    entries.push({ kind: "rest", after: last.contract, startDate, days });
  }
  return entries;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The number of days of a period, both ends included. */
const daysIn = ({ startDate, endDate }: Period) => daysBetween(startDate, endDate) + 1;

/** The days of an entry; those after the last contract are shown up to `until`. */
export function entryPeriod(entry: TimelineEntry<ContractTerm>, until: string): Period {
  return entry.kind === "rest" ? { startDate: entry.startDate, endDate: until } : entry.period;
}

const MONTHS_BEYOND = 2;

/** The whole months that a scale shows for these entries: today and some months beyond the last. */
export function timelineScale(
  entries: readonly TimelineEntry<ContractTerm>[],
  today: string,
): Period {
  const days = entries.flatMap((entry) => {
    const { startDate, endDate } = entryPeriod(entry, today);
    return [startDate, endDate];
  });
  const inOrder = [...days, today].toSorted(compare);
  const first = inOrder[0] ?? today;
  const last = inOrder.at(-1) ?? today;
  const beyond = addMonths(firstDayOfMonth(monthOf(last)), MONTHS_BEYOND);
  return { startDate: firstDayOfMonth(monthOf(first)), endDate: addDays(beyond, -1) };
}

/** Where a day begins on the scale, from 0 to 1. */
export function positionOf(day: string, scale: Period): number {
  const share = daysBetween(scale.startDate, day) / daysIn(scale);
  return Math.min(1, Math.max(0, share));
}

interface Tick {
  day: string;
  label: string;
}

const MOST_TICKS = 8;
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400];
const YEAR = 12;

/** The months that a scale names, at most 8: 2026年4月, then 7月, and years alone on a long one. */
export function timelineTicks(scale: Period): Tick[] {
  const first = monthNumber(scale.startDate);
  const last = monthNumber(scale.endDate);
  const step = STEPS.find((months) => (last - first + 1) / months <= MOST_TICKS) ?? YEAR * 200;
  const ticks: Tick[] = [];
  for (let number = Math.ceil(first / step) * step; number <= last; number += step) {
    const month = `${Math.floor(number / YEAR)}-${String((number % YEAR) + 1).padStart(2, "0")}`;
    const full = formatMonthJa(month);
    const withYear = ticks.length === 0 || number % YEAR === 0;
    const year = full.indexOf("年") + 1;
    const label = step >= YEAR ? full.slice(0, year) : withYear ? full : full.slice(year);
    ticks.push({ day: firstDayOfMonth(month), label });
  }
  return ticks;
}
