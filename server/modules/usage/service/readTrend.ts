import { minutesUsed } from "../../../../domain/contracts/rules.ts";
import { addDays, tokyoDate } from "../../../../domain/text/dates.ts";
import type { UsageTrend } from "../../../../domain/usage/schemas.ts";
import type { Deps } from "../../../context.ts";
import { findTrend } from "../queries/trend.ts";

/** What all contracts together used on each of the last days up to today in Tokyo, zeros included. */
export async function readTrend(
  { db, database, now }: Pick<Deps, "db" | "database" | "now">,
  days: number,
): Promise<UsageTrend> {
  const today = tokyoDate(now());
  const from = addDays(today, 1 - days);
  const rows = await findTrend((await database.replica()) ?? db, from, today);
  const used = new Map(rows.map((row) => [row.usage_date, row]));
  return {
    days: Array.from({ length: days }, (_, index) => {
      const date = addDays(from, index);
      const { transcript_count = 0, seconds = 0 } = used.get(date) ?? {};
      return { date, transcriptCount: transcript_count, transcriptMinutes: minutesUsed(seconds) };
    }),
  };
}
