import { isWeekend, parseISO } from "date-fns";
import { addDays, daysBetween } from "../text/dates.ts";

/** What the last weeks say of the use of a contract (docs/decisions/037-forecast.md). */

export const DAYS_OF_WEEK = 7;
const WORKDAYS_OF_WEEK = 5;
const MAX_WEEKS = 8;
const MIN_WEEKS = 3;
/** From how many weeks a decline can be told from chance, and from how many standard errors of it. */
const DECLINE_WEEKS = 6;
const DECLINE_ERRORS = 1.5;
/** How much of a decline is followed: some of what is seen is chance, and it may end. */
const DECLINE_SHARE = 0.7;

/**
 * The transcripts of a contract on a day in Tokyo. Adjustments are not among them: they change what is
 * left, not the pace.
 */
export interface DayUse {
  date: string;
  transcriptCount: number;
  seconds: number;
}

export interface SeenInput {
  /** The first day of the contract. */
  startDate: string;
  /** From `forecastFrom(today)` to today, in the order of the dates; days without use may lack. */
  days: readonly DayUse[];
  today: string;
  isHoliday: IsHoliday;
}

type Kind = "workday" | "dayOff";
export type Averages = Record<Kind, number>;
export type Measure = (day: DayUse) => number;

export function kindOf(date: string, isHoliday: IsHoliday): Kind {
  return isDayOff(date, isHoliday) ? "dayOff" : "workday";
}

export interface SeenDay {
  kind: Kind;
  used: number;
}

/** The first day that a forecast made on `today` looks at: 8 weeks ago. */
export function forecastFrom(today: string): string {
  return addDays(today, -MAX_WEEKS * DAYS_OF_WEEK);
}

/** The days of the whole weeks between the first use and today, or why they are not enough. */
export function seenDays(
  { startDate, days, today, isHoliday }: SeenInput,
  measure: Measure,
): SeenDay[] | "NO_RECENT_USE" | "FEW_WEEKS" {
  const from = forecastFrom(today);
  const past = days.filter(({ date }) => date >= from && date < today);
  const used = new Map(past.map((day) => [day.date, measure(day)]));
  const withUse = past.filter((day) => measure(day) > 0);
  const [first, latest] = [withUse[0]?.date, withUse.at(-1)?.date];
  if (!first || !latest || hasStopped(latest, today, isHoliday)) return "NO_RECENT_USE";
  // A series that is older than the window has its first use there by chance.
  const isOlder = startDate <= from && daysBetween(from, first) < DAYS_OF_WEEK;
  const weeks = Math.floor(daysBetween(isOlder ? from : first, today) / DAYS_OF_WEEK);
  if (weeks < MIN_WEEKS) return "FEW_WEEKS";
  return Array.from({ length: weeks * DAYS_OF_WEEK }, (_, back) => {
    const date = addDays(today, -1 - back);
    return { kind: kindOf(date, isHoliday), used: used.get(date) ?? 0 };
  });
}

/** Whether a whole week has passed since the latest use, of as many workdays as a week usually has. */
function hasStopped(latest: string, today: string, isHoliday: IsHoliday): boolean {
  const quiet = daysBetween(latest, today) - 1;
  const kinds = Array.from({ length: quiet }, (_, n) => kindOf(addDays(latest, n + 1), isHoliday));
  const workdays = kinds.filter((kind) => kind === "workday").length;
  return quiet >= DAYS_OF_WEEK && workdays >= WORKDAYS_OF_WEEK;
}

/** What a workday and a day off used on average. */
export function averages(seen: readonly SeenDay[]): Averages {
  const averageOf = (kind: Kind) => {
    const some = seen.filter((day) => day.kind === kind);
    return sum(some.map(({ used }) => used)) / Math.max(1, some.length);
  };
  return { workday: averageOf("workday"), dayOff: averageOf("dayOff") };
}

/** What the weeks used beyond what the averages expect of them, the oldest first. */
function surpluses(seen: readonly SeenDay[], average: Averages): number[] {
  const weeks = Array.from({ length: seen.length / DAYS_OF_WEEK }, (_, week) =>
    seen.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
  );
  return weeks.map((week) => sum(week.map(({ kind, used }) => used - average[kind]))).reverse();
}

/** What seven of the days used on average. */
export function averageWeek(seen: readonly SeenDay[]): number {
  return (sum(seen.map(({ used }) => used)) / seen.length) * DAYS_OF_WEEK;
}

/** How far a week is from what the averages expect of it, squared, on average. */
export function weekVariance(seen: readonly SeenDay[], average: Averages): number {
  const weeks = surpluses(seen, average);
  return sum(weeks.map((surplus) => surplus ** 2)) / (weeks.length - 1);
}

/**
 * The share of the averages that is used so many days after today: 1, or ever less if a line through
 * the weeks falls by more than chance explains. Growth is not followed: its forecasts are
 * right more often without (docs/decisions/037-forecast.md).
 */
export function declineOf(seen: readonly SeenDay[], average: Averages): (days: number) => number {
  const weeks = surpluses(seen, average);
  const middle = (weeks.length - 1) / 2;
  const spread = sum(weeks.map((_, week) => (week - middle) ** 2));
  const slope = sum(weeks.map((surplus, week) => (week - middle) * surplus)) / spread;
  const squares = sum(weeks.map((surplus, week) => (surplus - slope * (week - middle)) ** 2));
  const error = Math.sqrt(squares / (weeks.length - 2) / spread);
  if (weeks.length < DECLINE_WEEKS || slope >= -DECLINE_ERRORS * error) return () => 1;
  const perWeek = (DECLINE_SHARE * slope) / averageWeek(seen);
  return (days) => Math.exp(perWeek * (middle + days / DAYS_OF_WEEK));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Whether a date YYYY-MM-DD is a public holiday in Japan. */
type IsHoliday = (date: string) => boolean;

/** Government offices and most companies are closed (Act on Holidays of Administrative Organs). */
const NEW_YEAR = /-(12-29|12-30|12-31|01-01|01-02|01-03)$/;

/**
 * Whether offices in Japan are usually closed on a date: weekends, public holidays and December 29
 * to January 3. Obon is none of these: companies choose their own days in August.
 */
export function isDayOff(date: string, isHoliday: IsHoliday): boolean {
  return isWeekend(parseISO(date)) || NEW_YEAR.test(date) || isHoliday(date);
}
