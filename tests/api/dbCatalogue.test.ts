import { sql } from "kysely";
import { expect, test } from "vitest";
import made from "../../server/db/catalogue.json" with { type: "json" };
import { lackingParts, readCatalogue } from "../../server/db/catalogue.ts";
import { describeEachEngine, testDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { foreignKeysBetweenNodes, TENANT_TABLES } from "../support/tenantTables.ts";

describeEachEngine("the parts of the schema that are written down", "schema", (engine) => {
  const database = perTest(() => testDatabase(engine));

  test("are those that the migrations make (if not, run npm run catalogue)", async () => {
    const there = await readCatalogue(database.db);
    expect([...there.keys()].sort()).toEqual(Object.keys(made).sort());
  });

  test("are missed by name, and can be made again in their order", async () => {
    const { db } = database;
    for (const statement of [
      "drop index contracts_by_end",
      "drop index alerts_open_once",
      "alter table alerts drop constraint alerts_kind_check",
      "alter table contracts drop constraint contracts_pkey cascade",
      "drop trigger contracts_truncated on contracts",
      "drop function search_grams cascade",
      "create or replace function entry_fold(surface text) returns text language sql immutable as 'select surface'",
      "alter table users alter column email drop not null",
    ])
      await sql.raw(statement).execute(db);
    const lacking = await lackingParts(db);
    expect(lacking.map(({ name }) => name)).toEqual([
      "not null of users.email",
      expect.stringMatching(/^function entry_fold\(surface text\) [0-9a-f]{8}$/),
      expect.stringMatching(/^function search_grams\(key text\) [0-9a-f]{8}$/),
      "index contracts_by_end of contracts",
      "index contracts_search of contracts",
      "index organizations_search of organizations",
      "index users_search of users",
      "unique index alerts_open_once of alerts",
      "constraint alerts_kind_check of alerts",
      "constraint contracts_pkey of contracts",
      "constraint closings_contract_fkey of closings",
      "constraint contract_prices_contract_fkey of contract_prices",
      expect.stringMatching(/^constraint contract_usage_\S+_fkey of contract_usage$/),
      expect.stringMatching(/^constraint usage_daily_\S+_fkey of usage_daily$/),
      "trigger contracts_truncated of contracts",
    ]);
    for (const { statement } of lacking) await sql.raw(statement).execute(db);
    expect(await lackingParts(db)).toEqual([]);
  });

  test("are not missed where Citus has distributed the tables of organizations", async () => {
    const { db } = database;
    for (const statement of foreignKeysBetweenNodes()) await sql.raw(statement).execute(db);
    expect(await lackingParts(db)).toHaveLength(19);
    // As Citus has it in its catalog.
    await sql`create table pg_dist_partition (logicalrelid regclass, partmethod "char")`.execute(
      db,
    );
    await sql`insert into pg_dist_partition
      select unnest(${TENANT_TABLES}::text[])::regclass, 'h'`.execute(db);
    expect(await lackingParts(db)).toEqual([]);
  });
});
