import { sql } from "kysely";
import type { Database } from "../../server/db/client.ts";

/** The clock of a test's database, which stands still until it is moved. */
export interface DatabaseClock {
  set(instant: string): Promise<void>;
  advance(seconds: number): Promise<void>;
}

/**
 * Shadows clock_timestamp() and statement_timestamp() in this database; SQL that reads another clock gets the wrong time.
 * Call it before the database is used.
 */
export async function heldDatabaseClock(
  { engine, db: own, owner: db = own }: Database & { owner?: Database["db"] },
  instant: string,
): Promise<DatabaseClock> {
  await db.connection().execute(async (session) => {
    for (const statement of setUp(engine)) await statement.execute(session);
  });
  const clock: DatabaseClock = {
    set: async (to) => {
      await sql`update test_clock.clock set at = ${to}::timestamptz`.execute(db);
    },
    advance: async (seconds) => {
      await sql`update test_clock.clock set at = at + make_interval(secs => ${seconds})`.execute(
        db,
      );
    },
  };
  await clock.set(instant);
  return clock;
}

function setUp(engine: Database["engine"]) {
  const path = sql`test_clock, pg_catalog, public`;
  return [
    sql`create schema test_clock`,
    sql`create table test_clock.clock as select pg_catalog.clock_timestamp() as at`,
    sql`create function test_clock.clock_timestamp() returns timestamptz language sql
      as 'select at from test_clock.clock'`,
    sql`create function test_clock.statement_timestamp() returns timestamptz language sql stable
      as 'select at from test_clock.clock'`,
    sql`grant usage on schema test_clock to public`,
    sql`grant select on test_clock.clock to public`,
    // For later sessions, and for this one.
    ...(engine === "postgres" ? [everySession] : []),
    sql`set search_path = ${path}`,
  ];
}

const everySession = sql`
  do $$ begin
    execute format('alter database %I set search_path = test_clock, pg_catalog, public', current_database());
  end $$`;
