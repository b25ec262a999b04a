import {
  type ContractTerm,
  type ContractUse,
  capShares,
  effectiveEnd,
} from "../contracts/rules.ts";
import { daysBetween, firstDayOfMonth, lastDayOfMonth, monthOf } from "../text/dates.ts";

/** How far time and use of a contract have come on a day. Shares are of 1; null without a cap. */
export interface UsagePace {
  /** Of the whole period, and of them passed; today counts as passed. */
  days: number;
  passedDays: number;
  timeShare: number;
  countShare: number | null;
  minutesShare: number | null;
  /** What the days of this month would use of the caps if each day used the same. */
  monthCount: number | null;
  monthMinutes: number | null;
}

/** The pace of a contract that covers `today`, a date in Asia/Tokyo. */
export function usagePace(contract: ContractTerm & ContractUse, today: string): UsagePace {
  const { startDate, maxTranscriptCount, maxTranscriptMinutes } = contract;
  const period = { startDate, endDate: effectiveEnd(contract) };
  const days = daysIn(period);
  const passedDays = daysBetween(startDate, today) + 1;
  const monthShare = daysIn(monthWithin(period, monthOf(today))) / days;
  const ofCap = (max: number | null) => (max === null ? null : Math.round(max * monthShare));
  const shares = capShares(contract);
  return {
    days,
    passedDays,
    timeShare: passedDays / days,
    countShare: maxTranscriptCount && shares.count,
    minutesShare: maxTranscriptMinutes && shares.time,
    monthCount: ofCap(maxTranscriptCount),
    monthMinutes: ofCap(maxTranscriptMinutes),
  };
}

interface Days {
  startDate: string;
  endDate: string;
}

function daysIn({ startDate, endDate }: Days): number {
  return daysBetween(startDate, endDate) + 1;
}

function monthWithin({ startDate, endDate }: Days, month: string): Days {
  const [first, last] = [firstDayOfMonth(month), lastDayOfMonth(month)];
  return {
    startDate: first > startDate ? first : startDate,
    endDate: last < endDate ? last : endDate,
  };
}

/** A share as a whole number of percent, rounded down; only a cap that is full to the last reads 100. */
export function percentOf(share: number): number {
  // 0.29 * 100 is 28.999999999999996.
  const percent = Math.floor(Number((share * 100).toFixed(6)));
  return share > 1 ? Math.max(101, percent) : percent;
}
