import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { migrate } from "../../server/db/migrate.ts";
import { insertAlerts } from "../../server/modules/alerts/queries/alerts.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { TENANT_TABLES } from "../support/tenantTables.ts";

/** Ids that are not unique, those of organizations' tables in their organization, with the reason. */
const WITHIN: Readonly<Record<string, string>> = {
  "dictionary_handed_rows.handed_id": "is read with its dictionary",
  "dictionary_imports.import_id": "is read with its dictionary",
  "dictionary_lock_requests.request_id": "a dictionary has one request",
  "sign_ins.sign_in_id": "is read with its user",
};

describeDatabase("an id", (engine) => {
  const api = suiteApi(engine);

  const giveAgain = (contractId: number) =>
    sql`select setval('contracts_contract_id_seq', ${contractId}, false)`.execute(api.db);

  it("that a contract of another organization has is an error, and writes nothing", async () => {
    const organizationId = await api.anOrganization("別の組織");
    const contractId = await aContract(api.db, { organizationId });
    await giveAgain(contractId);
    const input = newContract();
    expect(await api.asSystemAdmin().post(CONTRACTS, input)).toMatchObject({ status: 500 });
    const { rows } = await sql`
      select from organizations where organization_name = ${input.organizationName}`.execute(
      api.db,
    );
    expect(rows).toEqual([]);
  });

  it("that two contracts have keeps a database from the next schema, which names it", async () => {
    const { db } = api.database;
    const contract = { organizationId: await api.anOrganization() };
    const contractId = await aContract(db, contract);
    await sql`drop index contracts_id_unique`.execute(db);
    await giveAgain(contractId);
    await aContract(db, { organizationId: await api.anOrganization() });
    await sql`delete from schema_migrations where name = '080_ids_once.sql'`.execute(db);
    await expect(migrate(db)).rejects.toThrow(
      `Migration 080_ids_once.sql failed: could not create unique index "contracts_id_unique": Key (contract_id)=(${contractId}) is duplicated (23505); `,
    );
    await sql`delete from contracts where organization_id = ${contract.organizationId}`.execute(db);
    expect(await migrate(db)).toContain("080_ids_once.sql");
  });

  it("that an alert has is an error: the alert is not lost without a word", async () => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId });
    const raise = (kind: "GAP" | "ENDED") =>
      api.db
        .transaction()
        .execute((trx) =>
          insertAlerts(trx, organizationId, [{ kind, contractId, message: "" }], api.clock.now()),
        );
    await raise("GAP");
    await sql`alter sequence alerts_alert_id_seq restart`.execute(api.db);
    await expect(raise("ENDED")).rejects.toThrow("alerts_pkey");
  });

  it("is a key by itself, or with its organization", async () => {
    const { rows } = await sql<{ id: string }>`
      select format('%s.%s', c.relname, a.attname) as id
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attidentity <> '' and not exists (
        select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indpred is null
          and i.indkey[i.indnkeyatts - 1] = a.attnum and (i.indnkeyatts = 1
            or i.indnkeyatts = 2 and c.relname = any(${TENANT_TABLES}::text[])))
      order by id`.execute(api.db);
    expect(rows.map(({ id }) => id)).toEqual(Object.keys(WITHIN));
  });

  it("that exists is passed over by no statement: each names the key that it may meet", () => {
    const passing = readdirSync("server", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) =>
        /on conflict\s+do nothing|\((\w+)\) => \1\.doNothing\(/i.test(
          readFileSync(`server/${file}`, "utf8"),
        ),
      );
    expect(passing).toEqual([]);
  });
});
