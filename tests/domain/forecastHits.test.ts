import { expect, test } from "vitest";
import { randomNumbers } from "../../demo/random.ts";
import { addDays, daysBetween } from "../../domain/text/dates.ts";
import { forecastFrom } from "../../domain/usage/forecast.ts";
import { isDayOff } from "../../domain/usage/workdays.ts";
import { isHoliday } from "../../server/holidays.ts";
import {
  calendarFrom,
  dayReached,
  dayTold,
  forecastAt,
  type SeriesKind,
  series,
  seriesKinds,
  usedIn,
} from "../support/syntheticUsage.ts";

const START = "2026-04-01";
const CALENDAR = calendarFrom(START);
const HORIZON_DAYS = daysBetween(forecastFrom(START), START);

interface Counts {
  /** series that reach the cap within the 8 weeks that a forecast looks ahead. */
  reached: number;
  /** Those of them with a forecast. */
  foreseen: number;
  /** All series with a forecast. */
  told: number;
  hit: number;
}

/** The figures of docs/decisions/037-forecast.md rest on 400 of each kind. */
const SERIES = 400;

/** Forecasts of series, each on one day after 4 to 47 weeks, with 40 to 95 % of the cap used. */
function hitsOf(kind: SeriesKind): Counts {
  const counts: Counts = { reached: 0, foreseen: 0, told: 0, hit: 0 };
  for (let seed = 1; seed <= SERIES; seed += 1) {
    const days = series(kind, CALENDAR, seed);
    const random = randomNumbers(seed * 1_000);
    const today = addDays(START, 28 + Math.floor(300 * random()));
    const used = usedIn(days.filter(({ date }) => date < today));
    const cap = Math.ceil(used / (0.4 + 0.55 * random()));
    const actual = dayReached(days, cap);
    if (actual && actual < today) continue;
    const isReached = actual !== undefined && daysBetween(today, actual) <= HORIZON_DAYS;
    if (isReached) counts.reached += 1;
    const told = dayTold(forecastAt(days, cap, today));
    if (!told) continue;
    counts.told += 1;
    if (isReached) counts.foreseen += 1;
    if (actual && isHit(told, actual, today)) counts.hit += 1;
  }
  return counts;
}

/** Within a tenth of the time that was left, or within three workdays. */
function isHit(told: string, actual: string, today: string): boolean {
  const [from, to] = [told, actual].sort() as [string, string];
  const between = Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n + 1));
  const workdays = between.filter((date) => !isDayOff(date, isHoliday)).length;
  return workdays <= 3 || between.length <= daysBetween(today, actual) / 10;
}

/** Hundreds of series take some seconds on a busy machine. */
const LIMIT_MS = 60_000;

/** The shares that docs/decisions/037-forecast.md states: how many are told, and how many rightly. */
test.each([
  ["steady", 0.85, 0.85],
  ["only on workdays", 0.9, 0.8],
  ["every day alike", 0.9, 0.85],
  ["growing", 0.85, 0.75],
  ["declining", 0.9, 0.5],
  ["seasonal", 0.9, 0.65],
  ["once a week", 0.6, 0.45],
] as const)(
  "a series that is %s is foreseen in %d and rightly in %d of cases",
  (name, toldShare, hitShare) => {
    const { reached, foreseen, told, hit } = hitsOf(seriesKinds[name]);
    expect(reached).toBeGreaterThan(90);
    expect(foreseen / reached).toBeGreaterThan(toldShare);
    expect(hit / told).toBeGreaterThan(hitShare);
  },
  LIMIT_MS,
);

test(
  "a series that has stopped is not told, whenever it is asked",
  () => {
    for (let seed = 1; seed <= SERIES / 4; seed += 1) {
      const days = series(seriesKinds.steady, CALENDAR, seed);
      const stops = addDays(START, 60 + seed);
      const some = days.filter(({ date }) => date < stops);
      const cap = usedIn(some) + 1;
      for (let quiet = 14; quiet < 60; quiet += 1) {
        const told = forecastAt(some, cap, addDays(stops, quiet), { endDate: "2027-12-31" });
        expect(told).toEqual({ reason: "NO_RECENT_USE", until: null });
      }
    }
  },
  LIMIT_MS,
);

test(
  "a series of rare bursts is not told",
  () => {
    const { reached, told } = hitsOf(seriesKinds["rare bursts"]);
    expect(reached).toBeGreaterThan(150);
    expect(told).toBeLessThan(reached / 50);
  },
  LIMIT_MS,
);
