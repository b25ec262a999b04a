import type { Kysely } from "kysely";
import { type Forecast, forecast, forecastFrom } from "../../../../domain/usage/forecast.ts";
import type { Tables } from "../../../db/tables.ts";
import { isHoliday } from "../../../holidays.ts";
import type { ContractRow } from "../queries/contracts.ts";
import { findDailyUse } from "../queries/usage.ts";

/** When a contract reaches a cap if its use goes on; reads at most 8 weeks of its daily sums. */
export async function forecastUse(
  db: Kysely<Tables>,
  row: ContractRow,
  today: string,
): Promise<Forecast | null> {
  if (row.max_transcript_count === null && row.max_transcript_minutes === null) return null;
  const days = await findDailyUse(db, row, forecastFrom(today));
  return forecast({
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
}
