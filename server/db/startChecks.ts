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

declare module "./tables.ts" {
  interface Tables {
    identity_project: { project_id: string };
  }
}

/** The accounts of the database's users are in another project of the identity service. */
export class OtherProjectError extends Error {
  override readonly name = "OtherProjectError";
  readonly owner: string;
  constructor(owner: string) {
    super(`the database belongs to the identity project ${owner}`);
    this.owner = owner;
  }
}

/**
 * Throws OtherProjectError if the database belongs to another project. Changes nothing, so it can
 * come before the migrations, one of which makes the table.
 */
export async function checkProject(db: Kysely<Tables>, projectId: string): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('identity_project') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return;
  const owner = await db.selectFrom("identity_project").select("project_id").executeTakeFirst();
  if (owner && owner.project_id !== projectId) throw new OtherProjectError(owner.project_id);
}

/**
 * Makes a database that belongs to no project yet one of this project. Throws OtherProjectError,
 * also if another process was faster.
 */
export async function claimProject(db: Kysely<Tables>, projectId: string): Promise<void> {
  await db
    .insertInto("identity_project")
    .values({ project_id: projectId })
    .onConflict((other) => other.expression(sql`(true)`).doNothing())
    .execute();
  await checkProject(db, projectId);
}
