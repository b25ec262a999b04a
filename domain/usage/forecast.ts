import {
  type ContractTerm,
  capSeconds,
  contractStatus,
  effectiveEnd,
  isRunning,
  usageShare,
} from "../contracts/rules.ts";
import { addDays, daysBetween } from "../text/dates.ts";
import {
  averages,
  averageWeek,
  DAYS_OF_WEEK,
  declineOf,
  kindOf,
  type Measure,
  type SeenDay,
  type SeenInput,
  seenDays,
  sum,
  weekVariance,
} from "./seenWeeks.ts";

export const FORECAST_CAPS = ["COUNT", "MINUTES"] as const;

/** When a contract is expected to reach the first of its caps. */
export interface Forecast {
  reachedOn: string;
  cap: (typeof FORECAST_CAPS)[number];
  /**
   * In which weeks from today, the first of them 1, where the day itself is not known to some days:
   * four of five such contracts reach the cap in them.
   */
  weeks?: { from: number; to: number } | undefined;
}

/** Why there is no forecast; of two caps the first that holds for one of them. */
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

/** That there is no forecast, and why. */
export interface NoForecast {
  reason: (typeof NO_FORECAST_REASONS)[number];
  /** Of NOT_SOON and NOT_BEFORE_END: the last day that was looked at, on which no cap is reached yet. */
  until: string | null;
}

export interface ForecastInput extends ContractTerm, SeenInput {
  /** Everything used so far, today and adjustments included. */
  transcriptCount: number;
  seconds: number;
  /** A cap of null is unlimited. */
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/** Four of five courses lie within so many standard deviations of the expected one. */
const CHANCE = 1.28;
/** A day is given if the cap is reached within so many days of it, or such a share of the time. */
const SURE_DAYS = 4;
const SURE_SHARE = 0.1;
/** A range that is longer than its own middle tells nothing: from 1 to 3 weeks, not from 1 to 4. */
const MOST_TIMES = 3;

/**
 * When the first cap is reached if use goes on as it was (docs/decisions/037-forecast.md): the
 * average of a workday and that of a day off, over the whole weeks up to yesterday, 8 at most,
 * repeated day by day, less and less if the weeks decline. The more the weeks differ, the wider is the
 * range. Or why there is none: the contract does not cover today, has no cap or has reached one; there
 * are less than 3 weeks since the first use, or none in the last one; the range would be longer than its
 * own middle; no cap is reached before the contract ends or within as many days as were seen.
 */
export function forecast(input: ForecastInput): Forecast | NoForecast {
  const status = contractStatus(input, input.today);
  if (!isRunning({ status })) return none(status === "UPCOMING" ? "NOT_BEGUN" : "ENDED");
  const { transcriptCount, seconds, maxTranscriptCount } = input;
  const maxSeconds = capSeconds(input.maxTranscriptMinutes);
  if (maxTranscriptCount === null && maxSeconds === null) return none("NO_CAP");
  if (isReached(input)) return none("CAP_REACHED");
  const forecasts: (Forecast | NoForecast)[] = [];
  if (maxTranscriptCount !== null) {
    const left = maxTranscriptCount - transcriptCount;
    forecasts.push(reaches(input, { cap: "COUNT", left, measure: (day) => day.transcriptCount }));
  }
  if (maxSeconds !== null) {
    const left = maxSeconds - seconds;
    forecasts.push(reaches(input, { cap: "MINUTES", left, measure: (day) => day.seconds }));
  }
  const [first = none("NO_CAP")] = forecasts.toSorted(byWeight);
  return first;
}

const none = (reason: NoForecast["reason"], until: string | null = null): NoForecast => ({
  reason,
  until,
});

/** Whether a day or a range is given. */
export function isForecast(forecasts: Forecast | NoForecast): forecasts is Forecast {
  return "reachedOn" in forecasts;
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

interface Cap {
  cap: Forecast["cap"];
  left: number;
  measure: Measure;
}

function reaches(input: ForecastInput, { cap, left, measure }: Cap): Forecast | NoForecast {
  const { today } = input;
  const seen = seenDays(input, measure);
  if (typeof seen === "string") return none(seen);
  const [end, horizon] = [effectiveEnd(input), addDays(today, seen.length)];
  const last = end < horizon ? end : horizon;
  const ahead = daysBetween(today, last);

  const dayWith = reachedAfter(input, seen, { left, measure });
  const middle = dayWith(0);
  const sides = [dayWith(CHANCE), dayWith(-CHANCE)] as const;
  const [from, to] = [weekOf(sides[0]), weekOf(sides[1])];
  const isUseful = averageWeek(seen) > 0 && (sides[0] > ahead || to <= MOST_TIMES * from);
  if (!isUseful) return none("IRREGULAR");
  if (middle > ahead) return none(last === end ? "NOT_BEFORE_END" : "NOT_SOON", last);
  const reachedOn = addDays(today, middle);
  const isSure = sides.every(
    (side) => Math.abs(side - middle) <= Math.max(SURE_DAYS, SURE_SHARE * middle),
  );
  if (isSure) return { reachedOn, cap };
  return { reachedOn, cap, weeks: { from, to: Math.min(to, weekOf(daysBetween(today, end))) } };
}

/** The week from today that a day so many days later is in; the first one has today, too. */
const weekOf = (days: number) => Math.max(1, Math.ceil(days / DAYS_OF_WEEK));

/**
 * After how many days what is left is used, where the sum of the days differs from the expected one by
 * so many of its standard deviations. Infinite where that is too far ahead for any range.
 */
function reachedAfter(
  { days, today, isHoliday }: ForecastInput,
  seen: readonly SeenDay[],
  { left, measure }: Pick<Cap, "left" | "measure">,
): (deviations: number) => number {
  const average = averages(seen);
  const share = declineOf(seen, average);
  const expected = (day: number) => average[kindOf(addDays(today, day), isHoliday)] * share(day);
  const usedToday = sum(days.filter(({ date }) => date === today).map(measure));
  const rest = left - Math.max(0, expected(0) - usedToday);
  const variance = weekVariance(seen, average);
  const weeksSeen = seen.length / DAYS_OF_WEEK;
  // Chance in the weeks to come, and in the average of those that were seen.
  const deviation = (weeks: number) => Math.sqrt(variance * (weeks + weeks ** 2 / weeksSeen));
  return (deviations) => {
    let used = 0;
    for (let day = 0; day <= MOST_TIMES * seen.length; day += 1) {
      if (day > 0) used += expected(day);
      if (used + deviations * deviation(day / DAYS_OF_WEEK) >= rest) return day;
    }
    return Number.POSITIVE_INFINITY;
  };
}
