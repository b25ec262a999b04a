import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { findContracts } from "../../server/modules/contracts/queries/contracts.ts";
import { findSessions, findUser } from "../../server/modules/people/session/queries.ts";
import { findCredentials } from "../../server/modules/serviceKeys/queries.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const ROWS = 500;
/** PostgreSQL plans the first five executions of a statement with their values in any case. */
const EXECUTIONS = 8;

describePostgres("lookups of every request, among hundreds of rows", () => {
  const database = perSuite(() => testDatabase("postgres"));

  beforeAll(async () => {
    const { db } = database;
    await sql`
      insert into organizations (organization_no, organization_name, name_key, created_at, updated_at)
      select (20000000 + n)::text, n::text, n::text, now(), now()
      from generate_series(1, ${ROWS}::int) n`.execute(db);
    await sql`
      insert into contracts (organization_id, admin_name, admin_key, admin_email, start_date, end_date, memo, created_at, updated_at)
      select organization_id, 'x', 'x', 'a@example.com', '2026-01-01', '2026-12-31', '', now(), now()
      from organizations`.execute(db);
    await sql`
      insert into users (user_id, email, user_name, search_key, is_system_admin, status, created_at, updated_at)
      select n::text, n || '@example.com', 'x', 'x', true, 'ACTIVE', now(), now()
      from generate_series(1, ${ROWS}::int) n`.execute(db);
    await sql`
      insert into admin_sessions (session_hash, user_id, signed_in_at, created_at, last_seen_at, expires_at)
      select sha256(user_id::bytea), user_id, now(), now(), now(), now() from users`.execute(db);
    await sql`analyze`.execute(db);
  });

  it("uses one plan for all keys, instead of planning each time", async () => {
    await database.db.connection().execute(async (session) => {
      for (let n = 0; n < EXECUTIONS; n += 1) {
        await findContracts(session, [7]);
        await findSessions(session, ["00".repeat(32)]);
        await findUser(session, "7");
        await findCredentials(session, ["x"]);
      }
      const { rows } = await sql<{ generic_plans: number }>`
        select generic_plans from pg_prepared_statements where not from_sql and statement like '%limit $_%'`.execute(
        session,
      );
      expect(rows.map((row) => row.generic_plans)).toEqual(Array(4).fill(EXECUTIONS - 5));
    });
  });
});
