import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The settings that sessions of the API need and do not have: connections ask for them when they
 * start, but a pooler may drop that.
 */
export async function missingSettings(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ missing: string }>`
    select wanted.missing from (values
      ('TimeZone', current_setting('TimeZone') not in ('UTC', 'Etc/UTC')),
      ('statement_timeout', current_setting('statement_timeout') = '0'),
      ('lock_timeout', current_setting('lock_timeout') = '0'),
      ('idle_in_transaction_session_timeout',
        current_setting('idle_in_transaction_session_timeout') = '0')
    ) as wanted (missing, lacks) where wanted.lacks`.execute(db);
  return rows.map(({ missing }) => missing);
}

/** Whether both lead to the same database of the same running server. */
export async function isSameDatabase(a: Kysely<Tables>, b: Kysely<Tables>): Promise<boolean> {
  const [one, other] = await Promise.all([databaseOf(a), databaseOf(b)]);
  return one !== undefined && one === other;
}

async function databaseOf(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as place
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.place;
}
