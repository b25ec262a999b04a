import holidays from "@holiday-jp/holiday_jp";
import type { Kysely } from "kysely";
import { forecast, isForecast } from "../../../../domain/usage/forecast.ts";
import type { UsageSeries } from "../../../../domain/usage/schemas.ts";
import { forecastFrom } from "../../../../domain/usage/seenWeeks.ts";
import type { Tables } from "../../../db/tables.ts";
import type { ContractRow } from "../queries/contracts.ts";
import { findDailyUse } from "../queries/usage.ts";

const dates: ReadonlySet<string> = new Set(Object.keys(holidays.holidays));

/**
 * Whether a date YYYY-MM-DD is a public holiday in Japan. The library knows 1970 to 2050, the
 * coming years by the law of today; in later years no date is a holiday.
 */
export function isHoliday(date: string): boolean {
  return dates.has(date);
}

/**
 * When a contract reaches a cap if its use goes on, or why no day is given; reads at most 8 weeks of its
 * daily sums.
 */
export async function forecastUse(
  db: Kysely<Tables>,
  row: ContractRow,
  today: string,
): Promise<Pick<UsageSeries, "forecast" | "noForecast">> {
  const hasCap = row.max_transcript_count !== null || row.max_transcript_minutes !== null;
  const days = hasCap ? await findDailyUse(db, row, forecastFrom(today)) : [];
  const outcome = forecast({
    startDate: row.start_date,
    endDate: row.end_date,
    terminationDate: row.termination_date,
    transcriptCount: row.transcript_count,
    seconds: row.seconds,
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
    days: days.map(({ usage_date, transcript_count, seconds }) => ({
      date: usage_date,
      transcriptCount: transcript_count,
      seconds,
    })),
    today,
    isHoliday,
  });
  return isForecast(outcome)
    ? { forecast: outcome, noForecast: null }
    : { forecast: null, noForecast: outcome };
}
