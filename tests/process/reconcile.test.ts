import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { lockDataDirectory } from "../../server/start/dataDirectory.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { ledgerRows } from "../support/ledgerRows.ts";
import { pgliteTemplate } from "../support/pgliteTemplate.ts";
import { Running, type Variables } from "../support/running.ts";
import { ownPostgres } from "./ownPostgres.ts";

const occurredAt = "2026-11-01T10:00:00+09:00";

async function writeWrongCounters({ db }: Database): Promise<number> {
  const organizationId = await anOrganization(db, "組織", "12345678");
  const contractId = await aContract(db, { organizationId });
  await ledgerRows(db, { organizationId, contractId }, [{ eventId: "a", occurredAt, seconds: 60 }]);
  await db.updateTable("contract_usage").set({ transcript_count: 2 }).execute();
  await db.updateTable("usage_daily").set({ seconds: 61 }).execute();
  return contractId;
}

/** The first contract of three has a ledger below zero, which no counter holds. */
async function writeBeyondRepair({ db }: Database): Promise<[number, number, number]> {
  const organizationId = await anOrganization(db, "組織", "12345678");
  const of = (year: number) =>
    aContract(db, { organizationId, startDate: `${year}-01-01`, endDate: `${year}-12-31` });
  const contracts = [await of(2026), await of(2027), await of(2028)] as const;
  const [contractId] = contracts;
  await ledgerRows(db, { organizationId, contractId }, [{ eventId: "a", occurredAt, seconds: 60 }]);
  await sql`alter table ledger drop constraint usage_ledger_kind`.execute(db);
  await sql`update ledger set seconds = -60`.execute(db);
  await db.deleteFrom("contract_usage").where("contract_id", "=", contracts[1]).execute();
  await db
    .updateTable("contract_usage")
    .set({ transcript_count: 2 })
    .where("contract_id", "=", contracts[2])
    .execute();
  return [...contracts];
}

/** One contract of two has lost a row of its ledger, of an event whose id is kept. */
async function writeLoss({ db }: Database) {
  const organizationId = await anOrganization(db, "組織", "12345678");
  const ends = { organizationId, endDate: "2026-12-31" };
  const lost = await aContract(db, ends);
  const other = await anOrganization(db, "別の組織", "12345679");
  const wrong = await aContract(db, { organizationId: other });
  await ledgerRows(db, { organizationId, contractId: lost }, [
    { eventId: "a", occurredAt: "2026-11-01T11:00:00+09:00", seconds: 60 },
    { eventId: "b", occurredAt, seconds: 70 },
  ]);
  await sql`
    insert into usage_event_ids (month, event_id, organization_id, occurred_at)
    select month, event_id, organization_id, occurred_at from ledger, usage_event_months`.execute(
    db,
  );
  await sql`delete from ledger where event_id = 'b'`.execute(db);
  await sql`update contract_usage set transcript_count = 2 where contract_id = ${wrong}`.execute(
    db,
  );
  return { lost, wrong };
}

async function reconcile(variables: Variables, ...options: string[]) {
  const running = new Running(
    process.execPath,
    ["--liftoff-only", "dist/server/reconcile.js", ...options],
    variables,
  );
  const { code, stdout, stderr } = await running.ended;
  await running.remove();
  return { code, stdout, stderr };
}

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "reconcile-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function expectToFindAndRepair(variables: Variables, contractId: number) {
  const named = `organization 12345678, contract ${contractId}: transcriptCount 2, ledger 1; daily sums: 1 differ, first 2026-11-01\n`;
  expect(await reconcile(variables)).toEqual({
    code: 1,
    stdout: `${named}1 differ; --repair writes them again from the ledger.\n`,
    stderr: "",
  });
  expect(await reconcile(variables, "--repair")).toEqual({
    code: 0,
    stdout: `${named}1 repaired from the ledger.\n`,
    stderr: "",
  });
  expect(await reconcile(variables)).toEqual({
    code: 0,
    stdout: "All counters and sums equal the ledger.\n",
    stderr: "",
  });
}

describe("npm run reconcile", () => {
  it("finds and repairs wrong sums in the embedded database", async () => {
    const database = await openDatabase({
      kind: "pglite",
      dataDir: join(dataDir, "database"),
      loadDataDir: await pgliteTemplate(),
    });
    const contractId = await writeWrongCounters(database);
    await database.close();
    await expectToFindAndRepair({ DATA_DIR: dataDir }, contractId);
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)("and in PostgreSQL", async () => {
    const postgres = await ownPostgres();
    const database = await openDatabase({ kind: "postgres", url: postgres.url });
    await migrate(database.db);
    const contractId = await writeWrongCounters(database);
    await database.close();
    await expectToFindAndRepair({ DATABASE_URL: postgres.url }, contractId);
    await postgres.close();
  });

  it("tells what is lost before it repairs, and repairs a loss only if that is accepted", async () => {
    const database = await openDatabase({
      kind: "pglite",
      dataDir: join(dataDir, "database"),
      loadDataDir: await pgliteTemplate(),
    });
    const { lost, wrong } = await writeLoss(database);
    await database.close();
    const reported = [
      `organization 12345678, contract ${lost}: transcriptCount 2, ledger 1; seconds 130, ledger 60; daily sums: 1 differ, first 2026-11-01; rows gone from the ledger: 1`,
      `organization 12345679, contract ${wrong}: transcriptCount 2, ledger 0`,
      "organization 12345678: event ids without their row of the ledger: 1, first 2026-11-01T01:00:00.000Z",
      "usage trend: 1 days differ, first 2026-11-01",
    ];
    const run = async (...options: string[]) => {
      const { code, stdout, stderr } = await reconcile({ DATA_DIR: dataDir }, ...options);
      expect(stderr).toBe("");
      return { code, lines: stdout.trimEnd().split("\n") };
    };
    const first =
      "Rows of the ledger are gone: put them back first (docs/operations/incidents.md#rows-of-the-ledger-are-gone). " +
      "--repair leaves what says so as it is, unless --accept-loss is given.";
    const found = await run();
    expect(found).toEqual({
      code: 1,
      lines: [...reported, first, "4 differ; --repair writes them again from the ledger."],
    });
    expect(await run("--repair")).toEqual({
      code: 1,
      lines: [...reported, first, "1 repaired from the ledger; 3 could not be repaired."],
    });
    const left = reported.filter((line) => !line.includes(`contract ${wrong}`));
    expect(await run("--repair", "--accept-loss")).toEqual({
      code: 0,
      lines: [...left, "3 repaired from the ledger."],
    });
    expect(await run()).toEqual({ code: 0, lines: ["All counters and sums equal the ledger."] });
    expect(await reconcile({ DATA_DIR: dataDir }, "--accept-loss")).toMatchObject({
      code: 2,
      stderr: "Usage: reconcile.js [--repair [--accept-loss]]\n",
    });
  });

  it("names a contract that cannot be repaired, and repairs the others", async () => {
    const database = await openDatabase({
      kind: "pglite",
      dataDir: join(dataDir, "database"),
      loadDataDir: await pgliteTemplate(),
    });
    const [broken, missing, wrong] = await writeBeyondRepair(database);
    await database.close();
    const named = (contractId: number) => `organization 12345678, contract ${contractId}`;
    const ofBroken = `${named(broken)}: seconds 60, ledger -60`;
    const days = "1 differ, first 2026-11-01";
    const { code, stdout, stderr } = await reconcile({ DATA_DIR: dataDir }, "--repair");
    expect(stdout.split("\n")).toEqual([
      `${ofBroken}; daily sums: ${days}`,
      `${named(missing)}: its row of contract_usage is missing`,
      `${named(wrong)}: transcriptCount 2, ledger 0`,
      "usage trend: 1 days differ, first 2026-11-01",
      "3 repaired from the ledger; 1 could not be repaired.",
      "",
    ]);
    expect(stderr).toMatch(`${named(broken)} could not be repaired: `);
    expect(code).toBe(1);
    expect(await reconcile({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: `${ofBroken}\n1 differ; --repair writes them again from the ledger.\n`,
      stderr: "",
    });
  });

  it("refuses an embedded database in use, and options that it does not know", async () => {
    const release = await lockDataDirectory(dataDir);
    expect(await reconcile({ DATA_DIR: dataDir })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^DATA_DIR: \S+ is in use by another process \(\d+\)\. Stop it first\.\n$/,
      ),
    });
    await release();
    expect(await reconcile({ DATA_DIR: dataDir }, "--fix")).toEqual({
      code: 2,
      stdout: "",
      stderr: "Usage: reconcile.js [--repair [--accept-loss]]\n",
    });
  });
});
