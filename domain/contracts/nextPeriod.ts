import { addDays, addMonths, daysBetween, monthsBetween } from "../text/dates.ts";
import { type ContractTerm, effectiveEnd, type Period } from "./rules.ts";

/**
 * The period of the following contract: it starts the day after the effective end and is as long, in
 * months if the period is whole months, else in days (docs/product/contracts.md#periods).
 */
export function nextPeriod(term: ContractTerm): Period {
  const startDate = addDays(effectiveEnd(term), 1);
  const months = wholeMonths(term);
  const endDate =
    months === undefined
      ? addDays(startDate, daysBetween(term.startDate, term.endDate))
      : endOfMonths(startDate, months);
  return { startDate, endDate };
}

/** How many whole months a period is, counted from its first day; undefined if it is none. */
function wholeMonths({ startDate, endDate }: Period): number | undefined {
  const dayAfter = addDays(endDate, 1);
  const most = monthsBetween(startDate, dayAfter);
  // 2026-11-30 to 2027-02-27 is taken for three months as well: so count programs that clamp dates.
  const isWhole = (months: number) =>
    months > 0 &&
    (endOfMonths(startDate, months) === endDate || addMonths(startDate, months) === dayAfter);
  return [most, most - 1].find(isWhole);
}

/**
 * The last day of so many months: the day before the same day of the month, or the last day of a
 * month that lacks it (Civil Code of Japan, article 143).
 */
function endOfMonths(startDate: string, months: number): string {
  const same = addMonths(startDate, months);
  const isClamped = same.slice(-2) !== startDate.slice(-2);
  return isClamped ? same : addDays(same, -1);
}
