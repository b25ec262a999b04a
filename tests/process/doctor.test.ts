import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describePostgres } from "../support/database.ts";
import { hasPsql } from "../support/databaseRoles.ts";
import { perSuite, perTest, suiteDirectory } from "../support/perSuite.ts";
import { onServer } from "../support/postgresTemplate.ts";
import { Running, type Variables } from "../support/running.ts";
import { ownPostgres } from "./ownPostgres.ts";
import { startServer } from "./runningServer.ts";

const directory = suiteDirectory("doctor-");
const original = perSuite(() => ownPostgres());
const restored = perTest(() => ownPostgres());

beforeAll(async () => {
  const server = startServer({ DATA_DIR: directory, DATABASE_URL: original.url });
  await server.address();
  // Until the accounts of the demo data are as its rows say.
  await onServer(original.url, (run) =>
    vi.waitFor(async () => expect((await run("select from identity_outbox")).rowCount).toBe(0), {
      timeout: 90_000,
      interval: 500,
    }),
  );
  server.signal("SIGTERM");
  await server.ended;
});

const doctor = (url: string, ...parameters: string[]) => doctorWith({}, url, ...parameters);

async function doctorWith(variables: Variables, url: string, ...parameters: string[]) {
  const { code, stdout, stderr } = await new Running(
    process.execPath,
    ["--liftoff-only", "dist/server/doctor.js", ...parameters],
    { DATA_DIR: directory, DATABASE_URL: url, ...variables },
  ).ended;
  expect(stderr).toBe("");
  return { code, lines: stdout.trimEnd().split("\n") };
}

/** As `pg_dump -n public` and psql do it, which leave extensions and the schema of the jobs behind. */
function restoreTables(): void {
  const dump = execFileSync("pg_dump", [original.url, "-n", "public"], { maxBuffer: 2 ** 28 });
  execFileSync("psql", [restored.url, "-q"], { input: dump, stdio: ["pipe", "ignore", "ignore"] });
}

const doIn = (url: string, ...statements: string[]) =>
  onServer(url, async (run) => {
    for (const statement of statements) await run(statement);
  });

async function twoContractsOfOneTime(url: string): Promise<void> {
  const { db, close } = await openDatabase({ kind: "postgres", url });
  try {
    const organizationId = await anOrganization(db);
    for (let count = 0; count < 2; count += 1) await aContract(db, { organizationId });
  } finally {
    await close();
  }
}

describePostgres("doctor.js", () => {
  it("finds nothing in a database as the server left it", async () => {
    expect(await doctor(original.url)).toEqual({
      code: 0,
      lines: [expect.stringMatching(/^Nothing is wrong \(\d+ checks\)\.$/)],
    });
  });

  it.skipIf(!hasPsql)("takes months for there that another partition covers", async () => {
    restoreTables();
    await doctor(restored.url, "--repair");
    await onServer(restored.url, async (run) => {
      await run("create temporary table moved as table ledger");
      await run("delete from ledger");
      const { rows } = await run(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger'::regclass",
      );
      for (const { name } of rows) if (name.startsWith("ledger_2")) await run(`drop table ${name}`);
      await run(
        "create table usage_ledger partition of ledger for values from (minvalue) to ('2100-01-01')",
      );
      await run("insert into ledger table moved");
    });
    expect((await doctor(restored.url)).lines).toEqual([
      expect.stringMatching(/^Nothing is wrong/),
    ]);
  });

  it("says which credentials of the identity service cannot be used", async () => {
    const file = join(directory, "firebase.json");
    writeFileSync(file, '{"type":"none"}');
    const url = restored.url;
    execFileSync("psql", [url, "-q"], {
      input: execFileSync("pg_dump", [original.url], { maxBuffer: 2 ** 28 }),
      stdio: ["pipe", "ignore", "ignore"],
    });
    await doIn(url, "update identity_project set project_id = 'real'");
    const { code, lines } = await doctorWith(
      {
        FIREBASE_PROJECT_ID: "real",
        FIREBASE_API_KEY: "key",
        GOOGLE_APPLICATION_CREDENTIALS: file,
      },
      url,
    );
    expect(code).toBe(1);
    expect(lines[0]).toMatch(
      /^accounts were not compared: (GOOGLE_APPLICATION_CREDENTIALS|FIREBASE_API_KEY): \S/,
    );
  });

  it("names requests that nothing works on, and sends the jobs that are missing", async () => {
    const stuck = [
      "delete from identity_outbox",
      "delete from pgboss.job where name = 'account'",
      "insert into alert_requests (organization_id) select min(organization_id) from organizations",
      "insert into identity_outbox (user_id) select min(user_id) from users",
    ];
    await doIn(original.url, ...stuck);
    const alert =
      /^alert request of organization \d+ has been evaluated by no copy, version 1: mended\.$/;
    const account = /^the account of user \S+ waits for a job that is missing/;
    const { code, lines } = await doctor(original.url);
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(account),
      expect.stringMatching(/^alert request of organization \d+ has been evaluated by no copy/),
      "2 found; --repair mends what it can.",
    ]);
    expect(await doctor(original.url, "--repair")).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(account),
        expect.stringMatching(alert),
        "2 found, 2 mended, 0 left.",
      ],
    });
    expect((await doctor(original.url)).code).toBe(0);
  });

  describe.skipIf(!hasPsql)("after the tables alone were restored", () => {
    const lost = [
      "extension btree_gist is missing",
      "constraint contracts_no_overlap of contracts is missing",
    ];

    it("names what was lost, and makes it", async () => {
      restoreTables();
      const { code, lines } = await doctor(restored.url);
      expect(code).toBe(1);
      expect(lines).toEqual(expect.arrayContaining(lost.map((what) => `${what}.`)));
      // The jobs of pg-boss have a schema of their own.
      expect(lines).toContain("the job queue pgboss is missing.");

      const mending = await doctor(restored.url, "--repair");
      expect(mending.lines).toEqual(expect.arrayContaining(lost.map((what) => `${what}: mended.`)));
      expect(mending.code).toBe(0);
      expect((await doctor(restored.url)).lines).toEqual([
        expect.stringMatching(/^Nothing is wrong/),
      ]);
      await expect(twoContractsOfOneTime(restored.url)).rejects.toThrow("contracts_no_overlap");
    });

    it("says which rows are in the way of a constraint", async () => {
      restoreTables();
      await twoContractsOfOneTime(restored.url);
      await doIn(
        restored.url,
        "alter table webhook_deliveries drop constraint webhook_deliveries_pkey",
        "alter table alerts drop constraint alerts_kind_check",
        "alter table alerts drop constraint alerts_subject_check",
        `insert into alerts (organization_id, contract_id, kind, message, raised_at)
         select organization_id, 1, 'OTHER', '', now() from organizations limit 1`,
      );
      const { code, lines } = await doctor(restored.url, "--repair");
      expect(code).toBe(1);
      expect(lines).toEqual(
        expect.arrayContaining([
          "constraint webhook_deliveries_pkey of webhook_deliveries is missing: mended.",
          expect.stringMatching(
            /^constraint contracts_no_overlap of contracts is missing: cannot be mended: .*Key \(organization_id, .*\) conflicts with key/,
          ),
          expect.stringMatching(
            /^constraint alerts_kind_check of alerts is missing: cannot be mended: rows of alerts violate it, among them those with alert_id \d+\.$/,
          ),
        ]),
      );
    });

    it("is named by a server that starts without what was lost, in one line", async () => {
      restoreTables();
      const server = startServer({ DATA_DIR: directory, DATABASE_URL: restored.url });
      try {
        await server.address();
        expect(server.stderr).toBe(
          "The schema lacks extension btree_gist and 1 more: node dist/server/doctor.js names what is missing, and --repair makes it.\n",
        );
      } finally {
        await server.remove();
      }
    });
  });
});
