import {
  type ContractTerm,
  capSeconds,
  contractStatus,
  effectiveEnd,
  isRunning,
  usageShare,
} from "../contracts/rules.ts";
import { addDays, daysBetween } from "../text/dates.ts";
import { type IsHoliday, isDayOff } from "./workdays.ts";

export const FORECAST_CAPS = ["COUNT", "MINUTES"] as const;

/** The day on which a contract is expected to reach the first of its caps. */
export interface Forecast {
  reachedOn: string;
  cap: (typeof FORECAST_CAPS)[number];
}

/** Why no day is told; of two caps the first that holds for one of them. */
export const NO_FORECAST_REASONS = [
  "NOT_BEGUN",
  "ENDED",
  "NO_CAP",
  "CAP_REACHED",
  "NO_RECENT_USE",
  "FEW_WEEKS",
  "IRREGULAR",
  "NOT_SOON",
  "NOT_BEFORE_END",
] as const;

/** That no day is told, and why. */
export interface NoForecast {
  reason: (typeof NO_FORECAST_REASONS)[number];
  /** Of NOT_SOON and NOT_BEFORE_END: the last day that was looked at, on which no cap is reached yet. */
  until: string | null;
}

/**
 * The transcripts of a contract on a day in Tokyo. Adjustments are not among them: they change what is
 * left, not the pace.
 */
export interface DayUse {
  date: string;
  transcriptCount: number;
  seconds: number;
}

export interface ForecastInput extends ContractTerm {
  /** Everything used so far, today and adjustments included. */
  transcriptCount: number;
  seconds: number;
  /** A cap of null is unlimited. */
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
  /** From `forecastFrom(today)` to today, in the order of the dates; days without use may lack. */
  days: readonly DayUse[];
  today: string;
  isHoliday: IsHoliday;
}

const DAYS_OF_WEEK = 7;
const WORKDAYS_OF_WEEK = 5;
const MAX_WEEKS = 8;
const MIN_WEEKS = 3;
/** The largest standard error of the average week, as a share of it. */
const MAX_ERROR = 0.2;
/** From how many weeks a decline can be told from chance, and from how many standard errors of it. */
const DECLINE_WEEKS = 6;
const DECLINE_ERRORS = 1.5;
/** How much of a decline is followed: some of what is seen is chance, and it may end. */
const DECLINE_SHARE = 0.7;

/** The first day that a forecast made on `today` looks at: 8 weeks ago. */
export function forecastFrom(today: string): string {
  return addDays(today, -MAX_WEEKS * DAYS_OF_WEEK);
}

/**
 * When the first cap is reached if use goes on as it was (docs/decisions/037-forecast.md): the
 * average of a workday and that of a day off, over the whole weeks up to yesterday, 8 at most,
 * repeated day by day, less and less if the weeks decline. Or why no day is told: the contract does not
 * cover today, has no cap or has reached one; there are less than 3 weeks since the first use, none in
 * the last one, or weeks too unlike for an average; no cap is reached before the contract ends or within
 * as many days as were seen.
 */
export function forecast(input: ForecastInput): Forecast | NoForecast {
  const status = contractStatus(input, input.today);
  if (!isRunning({ status })) return none(status === "UPCOMING" ? "NOT_BEGUN" : "ENDED");
  const { transcriptCount, seconds, maxTranscriptCount } = input;
  const maxSeconds = capSeconds(input.maxTranscriptMinutes);
  if (maxTranscriptCount === null && maxSeconds === null) return none("NO_CAP");
  if (isReached(input)) return none("CAP_REACHED");
  const told: (Forecast | NoForecast)[] = [];
  if (maxTranscriptCount !== null) {
    const left = maxTranscriptCount - transcriptCount;
    told.push(reaches(input, { cap: "COUNT", left, measure: (day) => day.transcriptCount }));
  }
  if (maxSeconds !== null) {
    const left = maxSeconds - seconds;
    told.push(reaches(input, { cap: "MINUTES", left, measure: (day) => day.seconds }));
  }
  const [first = none("NO_CAP")] = told.toSorted(byWeight);
  return first;
}

const none = (reason: NoForecast["reason"], until: string | null = null): NoForecast => ({
  reason,
  until,
});

/** Whether a day is told. */
export function isForecast(told: Forecast | NoForecast): told is Forecast {
  return "reachedOn" in told;
}

/** A day before none, the earlier first; where there is none, what is known least. */
function byWeight(a: Forecast | NoForecast, b: Forecast | NoForecast): number {
  if (isForecast(a)) return isForecast(b) ? compare(a.reachedOn, b.reachedOn) : -1;
  if (isForecast(b)) return 1;
  const order = NO_FORECAST_REASONS.indexOf(a.reason) - NO_FORECAST_REASONS.indexOf(b.reason);
  return order || compare(a.until ?? "", b.until ?? "");
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function isReached({ transcriptCount, seconds, ...caps }: ForecastInput): boolean {
  const use = { usedTranscriptCount: transcriptCount, usedTranscriptSeconds: seconds };
  return usageShare({ ...caps, ...use }) >= 1;
}

type Measure = (day: DayUse) => number;

interface Cap {
  cap: Forecast["cap"];
  left: number;
  measure: Measure;
}

function reaches(input: ForecastInput, { cap, left, measure }: Cap): Forecast | NoForecast {
  const { days, today, isHoliday } = input;
  const seen = seenDays(input, measure);
  if (typeof seen === "string") return none(seen);
  const average = averages(seen);
  if (isIrregular(seen, average)) return none("IRREGULAR");

  const share = declineOf(seen, average);
  const expected = (date: string) =>
    average[kindOf(date, isHoliday)] * share(daysBetween(today, date));
  const usedToday = sum(days.filter(({ date }) => date === today).map(measure));
  let rest = left - Math.max(0, expected(today) - usedToday);
  const [end, horizon] = [effectiveEnd(input), addDays(today, seen.length)];
  const last = end < horizon ? end : horizon;
  let date = today;
  while (rest > 0 && date < last) {
    date = addDays(date, 1);
    rest -= expected(date);
  }
  if (rest <= 0) return { reachedOn: date, cap };
  return none(last === end ? "NOT_BEFORE_END" : "NOT_SOON", last);
}

type Kind = "workday" | "dayOff";

function kindOf(date: string, isHoliday: IsHoliday): Kind {
  return isDayOff(date, isHoliday) ? "dayOff" : "workday";
}

interface SeenDay {
  kind: Kind;
  used: number;
}

/** The days of the whole weeks between the first use and today, or why they are not enough. */
function seenDays(
  { startDate, days, today, isHoliday }: ForecastInput,
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

function averages(seen: readonly SeenDay[]): Record<Kind, number> {
  const averageOf = (kind: Kind) => {
    const some = seen.filter((day) => day.kind === kind);
    return sum(some.map(({ used }) => used)) / Math.max(1, some.length);
  };
  return { workday: averageOf("workday"), dayOff: averageOf("dayOff") };
}

/** What the weeks used beyond what the averages expect of them, the oldest first. */
function surpluses(seen: readonly SeenDay[], average: Record<Kind, number>): number[] {
  const weeks = Array.from({ length: seen.length / DAYS_OF_WEEK }, (_, week) =>
    seen.slice(week * DAYS_OF_WEEK, (week + 1) * DAYS_OF_WEEK),
  );
  return weeks.map((week) => sum(week.map(({ kind, used }) => used - average[kind]))).reverse();
}

function averageWeek(seen: readonly SeenDay[]): number {
  return (sum(seen.map(({ used }) => used)) / seen.length) * DAYS_OF_WEEK;
}

/** Whether the weeks differ so much from what the averages expect of them that these say little. */
function isIrregular(seen: readonly SeenDay[], average: Record<Kind, number>): boolean {
  const weeks = surpluses(seen, average);
  const squares = sum(weeks.map((surplus) => surplus ** 2));
  const error = Math.sqrt(squares / (weeks.length - 1) / weeks.length);
  return !(error <= MAX_ERROR * averageWeek(seen));
}

/**
 * The share of the averages that is used so many days after today: 1, or ever less if a line through
 * the weeks falls by more than chance explains. Growth is not followed: its forecasts are
 * right more often without (docs/decisions/037-forecast.md).
 */
function declineOf(
  seen: readonly SeenDay[],
  average: Record<Kind, number>,
): (days: number) => number {
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
