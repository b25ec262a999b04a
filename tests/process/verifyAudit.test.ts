import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { listSeals, sealFinishedDays } from "../../server/audit/service/seals.ts";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import type { Tables } from "../../server/db/tables.ts";
import { pgliteTemplate } from "../support/pgliteTemplate.ts";
import { recordAlone } from "../support/recordAlone.ts";
import { Running, type Variables } from "../support/running.ts";
import { ownPostgres } from "./ownPostgres.ts";

async function verifyAudit(variables: Variables, ...options: string[]) {
  const running = new Running(
    process.execPath,
    ["--liftoff-only", "dist/server/verifyAudit.js", ...options],
    variables,
  );
  const { code, stdout, stderr } = await running.ended;
  await running.remove();
  return { code, stdout, stderr };
}

/** An event of each of the last three days, and the seals of the first two. */
async function writeLog(db: Kysely<Tables>): Promise<void> {
  for (const name of ["一昨々日", "一昨日", "昨日"]) {
    const target = { kind: "contract", id: 1, name };
    await actAsSystem("test", () => recordAlone(db, { organizationId: 7, target }));
  }
  await sql`
    update audit_events set occurred_at = occurred_at - interval '3 days'
      + interval '1 day' * (array_position(array['一昨々日', '一昨日', '昨日'], target_name) - 1)`.execute(
    db,
  );
  const log = { warn: () => {} };
  await actAsSystem("sealAudit", () => sealFinishedDays({ db, log }));
}

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "verify-audit-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const AS_SEALED = "3 events in 3 sealed days are as they were sealed.";

/** Proves the log, tampers with it, and proves that with a file of seals, too. */
async function expectFound(open: () => Promise<Database>, variables: Variables): Promise<void> {
  const within = async <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => {
    const { db, close } = await open();
    return work(db).finally(close);
  };
  await within(writeLog);
  expect(await verifyAudit(variables)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(AS_SEALED),
  });
  const file = join(dataDir, "seals.json");
  const seals = await within((db) => listSeals(db, { size: 100 }));
  writeFileSync(file, JSON.stringify(seals));
  expect(await verifyAudit(variables, "--seals", file)).toMatchObject({ code: 0, stderr: "" });

  await within(async (db) => {
    await sql`update audit_events set reason = '別の理由' where target_name = '一昨日'`.execute(db);
  });
  expect(await verifyAudit(variables)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("an event is not as it was sealed"),
  });
  await within(async (db) => {
    await sql`delete from audit_seals`.execute(db);
    const log = { warn: () => {} };
    await actAsSystem("sealAudit", () => sealFinishedDays({ db, log }));
  });
  expect(await verifyAudit(variables)).toMatchObject({ code: 0 });
  expect(await verifyAudit(variables, "--seals", file)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("its seal is not the one that was kept outside"),
  });
  await within(async (db) => {
    const target = { kind: "contract", id: 1, name: "来週" };
    await actAsSystem("test", () => recordAlone(db, { organizationId: 7, target }));
    await sql`
      update audit_events set occurred_at = occurred_at + interval '7 days'
      where target_name = '来週'`.execute(db);
  });
  expect(await verifyAudit(variables)).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("a clock ran ahead"),
  });
}

describe("npm run verify-audit", { timeout: 120_000 }, () => {
  it("proves an embedded log, and names what was tampered with", async () => {
    const directory = join(dataDir, "database");
    const loadDataDir = await pgliteTemplate();
    const filled = await openDatabase({ kind: "pglite", dataDir: directory, loadDataDir });
    await filled.close();
    await expectFound(() => openDatabase({ kind: "pglite", dataDir: directory }), {
      DATA_DIR: dataDir,
    });
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)("proves that of PostgreSQL the same way", async () => {
    const postgres = await ownPostgres();
    const { url } = postgres;
    const open = () => openDatabase({ kind: "postgres", url });
    const { db, close } = await open();
    await migrate(db).finally(close);
    await expectFound(open, { DATA_DIR: dataDir, DATABASE_URL: url });
    await postgres.close();
  });

  it("says what it takes, and which file is no answer of the API", async () => {
    expect(await verifyAudit({ DATA_DIR: dataDir }, "--seal")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Usage: verifyAudit.js [--seals FILE]"),
    });
    const file = join(dataDir, "none.json");
    writeFileSync(file, "{}");
    expect(await verifyAudit({ DATA_DIR: dataDir }, "--seals", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not an answer of GET /audit-seals"),
    });
  });
});
