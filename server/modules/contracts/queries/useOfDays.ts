import { type Kysely, sql } from "kysely";
import { addDays, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { DayBeyond, UseOfDay } from "../../../../domain/usage/caps.ts";
import type { Tables } from "../../../db/tables.ts";

/** The use of all contracts of an organization by day, in order; days without any lack. */
export async function findUseOfDays(
  db: Kysely<Tables>,
  organizationId: number,
  { from, to }: { from: string; to: string },
): Promise<UseOfDay[]> {
  const { rows } = await sql<UseOfDay>`
    select usage_date as date, sum(transcript_count)::bigint as "transcriptCount",
      sum(seconds)::bigint as seconds
    from usage_daily
    where organization_id = ${organizationId} and usage_date between ${from} and ${to}
    group by usage_date order by usage_date`.execute(db);
  return rows;
}

/** The transcripts of a day from the first on that is beyond what is left; null is unlimited. */
export async function countBeyond(
  db: Kysely<Tables>,
  organizationId: number,
  { date, left }: Pick<DayBeyond, "date" | "left">,
): Promise<number> {
  const { rows } = await sql<{ beyond: number }>`
    select coalesce(sum(transcript_count), 0)::bigint as beyond from (
      select transcript_count, bool_or(is_beyond) over (
        order by occurred_at, ledger_id) as has_passed
      from (
        select occurred_at, ledger_id, transcript_count,
          coalesce(sum(transcript_count) over use > ${left.transcriptCount}::bigint, false)
            or coalesce(sum(seconds) over use > ${left.seconds}::bigint, false) as is_beyond
        from ledger
        where organization_id = ${organizationId}
          and occurred_at >= ${tokyoMidnight(date)} and occurred_at < ${tokyoMidnight(addDays(date, 1))}
        window use as (order by occurred_at, ledger_id)
      ) summed
    ) passed
    where has_passed`.execute(db);
  return rows[0]?.beyond ?? 0;
}
