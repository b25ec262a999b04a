import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type DatabaseTarget, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { claimProject } from "../../server/db/startChecks.ts";
import type { Tables } from "../../server/db/tables.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeEachEngine, describePostgres } from "../support/database.ts";
import { databaseContent } from "../support/databaseContent.ts";
import { emulatorsOf } from "../support/emulatorProcess.ts";
import { perTest } from "../support/perSuite.ts";
import { barePglite, pgliteTemplate } from "../support/pgliteTemplate.ts";
import type { Variables } from "../support/running.ts";
import { ownPostgres } from "./ownPostgres.ts";
import { startServer } from "./runningServer.ts";

let directory: string;
let dataDir: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "refused-"));
  dataDir = join(directory, "data");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** The single line on stderr of a failed start. */
async function startError(variables: Variables): Promise<string> {
  const { code, stdout, stderr } = await startServer({ DATA_DIR: dataDir, ...variables }).ended;
  expect({ code, stdout, lines: stderr.trimEnd().split("\n").length }).toEqual({
    code: 1,
    stdout: "",
    lines: 1,
  });
  expect(emulatorsOf(dataDir)).toEqual([]);
  return stderr.trimEnd();
}

const real = { FIREBASE_PROJECT_ID: "my-project", FIREBASE_API_KEY: "AIza" };

// tests/api/config*.test.ts have every bad value.
it("does not start with a bad value, and touches nothing", async () => {
  expect(await startError({ PORT: "http" })).toBe(
    'PORT: expected a whole number from 0 to 65535, got "http".',
  );
  expect(existsSync(dataDir)).toBe(false);
});

it("does not start on a port that is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await startError({ PORT: String(port) })).toBe(
    `PORT: ${port} is already in use on 127.0.0.1.`,
  );
  expect(readdirSync(dataDir)).toEqual(["lock"]);
  taken.close();
});

it("does not start where it cannot write", async () => {
  writeFileSync(join(directory, "file"), "");
  const DATA_DIR = join(directory, "file", "data");
  expect(await startError({ DATA_DIR })).toBe(`DATA_DIR: ${DATA_DIR} cannot be written (ENOTDIR).`);
});

it("does not start while the database is away, and does not say the password", async () => {
  // Nothing listens on port 1.
  const DATABASE_URL = "postgres://app:hunter2@127.0.0.1:1/console";
  expect(await startError({ DATABASE_URL })).toBe(
    "DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1.",
  );
});

it("does not start over files that are no database, and leaves them as they are", async () => {
  const database = join(dataDir, "database");
  mkdirSync(join(database, "base"), { recursive: true });
  expect(await startError({})).toBe(
    `DATA_DIR: ${database} is not a database (PG_VERSION is missing) and not empty; restore a backup, or move it away to start over.`,
  );
  expect(readdirSync(database)).toEqual(["base"]);
});

it("does not start over a file or a link that leads nowhere in the database's place", async () => {
  const database = join(dataDir, "database");
  mkdirSync(dataDir);
  writeFileSync(database, "");
  expect(await startError({})).toBe(`DATA_DIR: ${database} cannot be read (ENOTDIR).`);
  rmSync(database);
  symlinkSync(database, database);
  expect(await startError({})).toBe(`DATA_DIR: ${database} cannot be read (ELOOP).`);
});

it("does not start on an address that is another machine's", async () => {
  expect(await startError({ HOST: "192.0.2.1", PORT: "3999" })).toBe(
    "HOST: 192.0.2.1 is not an address of this machine.",
  );
});

describeEachEngine("a database of another identity project", "errors", (engine) => {
  /** Runs a test on a database that `fill` has filled; the embedded one begins as a dump. */
  async function withDatabase(
    fill: (db: Kysely<Tables>) => Promise<unknown>,
    test: (variables: Variables, content: () => Promise<object>) => Promise<void>,
    loadDataDir?: string,
  ) {
    const postgres = engine === "postgres" ? await ownPostgres() : undefined;
    const target: DatabaseTarget = postgres
      ? { kind: "postgres", url: postgres.url }
      : { kind: "pglite", dataDir: join(dataDir, "database") };
    mkdirSync(dataDir, { recursive: true });
    const dump = { loadDataDir: loadDataDir ?? (await barePglite()) };
    const opened = await openDatabase({ ...target, ...dump });
    await fill(opened.db).finally(() => opened.close());
    const content = async () => {
      const { db, close } = await openDatabase(target);
      return databaseContent(db).finally(close);
    };
    await test(postgres ? { DATABASE_URL: postgres.url } : {}, content);
    await postgres?.close();
  }
  const elsewhere = engine === "postgres" ? "DATABASE_URL" : "DATA_DIR";
  const refusal = (owner: string, other: string) =>
    `FIREBASE_PROJECT_ID: the database belongs to the identity project "${owner}", not to "${other}"; ` +
    `start with FIREBASE_PROJECT_ID=${owner}, or name another database (${elsewhere}).`;

  it("is refused in one line by the embedded parts, and left as it is", async () => {
    const fill = async (db: Kysely<Tables>) => {
      await migrate(db);
      await claimProject(db, "my-project");
      await anOrganization(db);
    };
    const test = async (variables: Variables, content: () => Promise<object>) => {
      const before = await content();
      expect(await startError(variables)).toBe(refusal("my-project", "demo-knowledge-insight"));
      expect(await content()).toEqual(before);
    };
    await withDatabase(fill, test, await pgliteTemplate());
  });

  it("is refused by a real project, before it is migrated", async () => {
    const fill = (db: Kysely<Tables>) =>
      sql`create table identity_project as select 'demo-other' as project_id`.execute(db);
    await withDatabase(fill, async (variables, content) => {
      const line = await startError({ ...variables, ...real });
      expect(line).toBe(refusal("demo-other", "my-project"));
      expect(await content()).toEqual({ identity_project: "(demo-other)" });
    });
  });
});

describeEachEngine("a database from an older version", "errors", (engine) => {
  it("is refused in one line that says to start over, and left as it is", async () => {
    const postgres = engine === "postgres" ? await ownPostgres() : undefined;
    const target: DatabaseTarget = postgres
      ? { kind: "postgres", url: postgres.url }
      : { kind: "pglite", dataDir: join(dataDir, "database") };
    mkdirSync(dataDir, { recursive: true });
    const dump = { loadDataDir: await barePglite() };
    const older = await openDatabase({ ...target, ...dump });
    await sql`create table schema_migrations (name text primary key, checksum text not null,
      applied_at timestamptz not null default now())`.execute(older.db);
    await sql`insert into schema_migrations values ('001_core.sql', 'of old')`.execute(older.db);
    await older.close();

    const line = await startError(postgres ? { DATABASE_URL: postgres.url } : {});
    const reason = "the database was made by an older version and cannot be brought up to date";
    expect(line).toBe(
      postgres
        ? `DATABASE_URL: ${reason}; name an empty database to start over.`
        : `DATA_DIR: ${reason}; move ${join(dataDir, "database")} away to start over.`,
    );
    const left = await openDatabase(target);
    const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(
      left.db,
    );
    await left.close();
    await postgres?.close();
    expect(rows).toEqual([{ tablename: "schema_migrations" }]);
  });
});

describePostgres("a database behind a pooler", () => {
  const postgres = perTest(() => ownPostgres());
  const other = perTest(() => ownPostgres());

  it("is refused where its sessions lack what a pooler drops", async () => {
    const url = new URL(postgres.url);
    url.searchParams.set("options", "-c TimeZone=Asia/Tokyo");
    url.searchParams.set("lock_timeout", "0");
    expect(await startError({ DATABASE_URL: url.href, ...real })).toBe(
      "DATABASE_URL: sessions lack TimeZone, lock_timeout, which a pooler drops; " +
        "set them with ALTER ROLE (docs/scaling.md).",
    );
  });

  it("is refused with a DATABASE_DIRECT_URL that leads to another, or nowhere", async () => {
    const start = (direct: string) =>
      startError({ DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: direct, ...real });
    expect(await start(other.url)).toBe(
      "DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.",
    );
    const line = await start("postgres://app:hunter2@127.0.0.1:1/console");
    expect(line).toBe(
      "DATABASE_DIRECT_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1.",
    );
  });
});
