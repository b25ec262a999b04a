import { randomNumbers } from "../../demo/usage.ts";
import { addDays } from "../../domain/text/dates.ts";
import {
  type Forecast,
  type ForecastInput,
  forecast,
  isForecast,
  type NoForecast,
} from "../../domain/usage/forecast.ts";
import type { DayUse } from "../../domain/usage/seenWeeks.ts";
import { isDayOff } from "../../domain/usage/seenWeeks.ts";
import { isHoliday } from "../../server/modules/contracts/service/contractUsage.ts";

const SERIES_DAYS = 500;

/** What is used on a day: the level on workdays, its number from the start, chance. */
export interface SeriesDay {
  date: string;
  number: number;
  closed: boolean;
  level: number;
  /** Numbers from 0 to 1 that stay the same for the whole series. */
  traits: readonly [number, number];
  random: () => number;
}
export type SeriesKind = (day: SeriesDay) => number;

/** Half to one and a half of the level, on closed days one twelfth. */
const usual = ({ level, closed, random }: SeriesDay) =>
  level * (0.5 + random()) * (closed ? 1 / 12 : 1);

const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay();

export const seriesKinds = {
  steady: usual,
  "only on workdays": (day) => (day.closed ? 0 : usual(day)),
  "every day alike": (day) => usual({ ...day, closed: false }),
  /** By 50 to 200 % of the first level in a year. */
  growing: (day) => usual(day) * (1 + ((0.5 + 1.5 * day.traits[0]) * day.number) / 365),
  /** To half of it within 60 to 180 days. */
  declining: (day) => usual(day) * 0.5 ** (day.number / (60 + 120 * day.traits[0])),
  /** Up and down by 30 % within a year. */
  seasonal: (day) =>
    usual(day) * (1 + 0.3 * Math.sin(2 * Math.PI * (day.number / 365 + day.traits[0]))),
  "once a week": (day) =>
    weekday(day.date) === 1 + Math.floor(5 * day.traits[0]) && !day.closed ? 5 * usual(day) : 0,
  /** 13 to 19 a month. */
  "a few a week": ({ closed, traits }) => (closed ? 0 : (13 + 6 * traits[0]) / 20.5),
  /** One day in 25 on average. */
  "rare bursts": (day) => (day.random() < 0.04 ? 20 * day.level : 0),
} satisfies Record<string, SeriesKind>;

/** The days from `startDate` on, which all series share. */
export function calendarFrom(startDate: string) {
  return Array.from({ length: SERIES_DAYS }, (_, number) => {
    const date = addDays(startDate, number);
    return { date, number, closed: isDayOff(date, isHoliday) };
  });
}

/** A series over the days of a calendar; the same seed gives the same series. */
export function series(
  kind: SeriesKind,
  calendar: ReturnType<typeof calendarFrom>,
  seed: number,
): DayUse[] {
  const random = randomNumbers(seed);
  const level = 2 * 20 ** random();
  const traits = [random(), random()] as const;
  return calendar.map((day) => {
    const expected = kind({ ...day, level, traits, random });
    const transcriptCount = Math.max(
      0,
      Math.round(expected + Math.sqrt(expected) * spread(random)),
    );
    return { date: day.date, transcriptCount, seconds: transcriptCount * 300 };
  });
}

/** Nearly a normal distribution: the sum of twelve uniform ones. */
function spread(random: () => number): number {
  return Array.from({ length: 12 }, random).reduce((sum, number) => sum + number, -6);
}

/** The forecast of `today` for a contract over the whole series with a cap on transcripts. */
export function forecastAt(
  days: readonly DayUse[],
  maxTranscriptCount: number,
  today: string,
  change: Partial<ForecastInput> = {},
) {
  const past = days.filter(({ date }) => date < today);
  return forecast({
    startDate: days[0]?.date ?? today,
    endDate: days.at(-1)?.date ?? today,
    terminationDate: null,
    transcriptCount: usedIn(past),
    seconds: 0,
    maxTranscriptCount,
    maxTranscriptMinutes: null,
    days: past,
    today,
    isHoliday,
    ...change,
  });
}

/** The day that is told, if any. */
export function dayGiven(forecast: Forecast | NoForecast): string | undefined {
  return isForecast(forecast) ? forecast.reachedOn : undefined;
}

export function usedIn(days: readonly DayUse[]): number {
  return days.reduce((sum, { transcriptCount }) => sum + transcriptCount, 0);
}

/** The day on which a series reaches a cap. */
export function dayReached(days: readonly DayUse[], cap: number): string | undefined {
  let used = 0;
  return days.find(({ transcriptCount }) => {
    used += transcriptCount;
    return used >= cap;
  })?.date;
}
