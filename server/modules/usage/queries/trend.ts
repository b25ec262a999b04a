import { type Kysely, sql, type Transaction } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

const ADVISORY_LOCK = 7_402_015;

export interface TrendRow {
  usage_date: string;
  transcript_count: number;
  seconds: number;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    usage_course: TrendRow;
  }
}

/** What all contracts used on each day with use, in the order of the days; both ends included. */
export async function findTrend(db: Kysely<Tables>, from: string, to: string): Promise<TrendRow[]> {
  const query = sql<TrendRow>`
    select usage_date, sum(transcript_count)::bigint as transcript_count,
      sum(seconds)::bigint as seconds
    from usage_course where usage_date between ${from}::date and ${to}::date
    group by usage_date order by usage_date`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

/** Merges rows of one day; readers see the rows or their sum. The lock serializes runs. */
export async function foldTrend(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select usage_date from usage_course group by 1 having count(*) > 1
    ), removed as (
      delete from usage_course c using repeated r
      where c.usage_date = r.usage_date
      returning c.*
    )
    insert into usage_course (usage_date, transcript_count, seconds)
    select usage_date, sum(transcript_count), sum(seconds) from removed group by 1`.execute(trx);
}
