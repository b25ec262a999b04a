import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { refusingMigrations } from "../../scripts/refusingMigrations.ts";
import { checkOutRelease, hasCommit } from "../../scripts/releaseCheckout.ts";
import { lastRelease } from "../../scripts/releases.ts";
import { openDatabase } from "../../server/db/client.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { describePostgres } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { onServer, postgresTemplate } from "../support/postgresTemplate.ts";
import { Running } from "../support/running.ts";
import { type CopiesBehindProxy, copiesBehindProxy } from "./copiesBehindProxy.ts";

/** Tests of the release that run on the schema of this state; RELEASE_TESTS names others. */
const FILES = (
  process.env.RELEASE_TESTS ?? "contractsEdit entries ledger usageEvents users webhooks"
)
  .split(" ")
  .map((name) => `tests/api/${name}.test.ts`);

const release = lastRelease();
const isHere = hasCommit(release.commit);

it(`${release.version} starts on the schema of this state`, async () => {
  expect(refusingMigrations(await readMigrations(), release)).toEqual([]);
});

it.skipIf(isHere)(`${release.version} is not tried: this clone lacks its commit`, () => {});

/**
 * Makes the database that tests of the release copy, by the migrations of this state and its own runner:
 * that of the release does not split all of their files, and never has to.
 */
async function makeTemplate(directory: string): Promise<void> {
  const script = `
    import { migrationsChecksum } from "./server/db/migrate.ts";
    import { migrationsOfTests } from "./tests/support/migrationsDirectory.ts";
    console.log(migrationsChecksum(await migrationsOfTests()));`;
  const checksum = execFileSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", script],
    { cwd: directory, env: { ...process.env, ...ON_THIS_SCHEMA }, encoding: "utf8" },
  ).trim();
  const server = process.env.TEST_DATABASE_URL ?? expect.unreachable();
  const [ours, theirs] = [await postgresTemplate(server), `ki_test_template_${checksum}`];
  if (theirs === ours) return;
  await onServer(server, async (run) => {
    await run(`drop database if exists ${theirs} with (force)`);
    await run(`create database ${theirs} template ${ours}`);
  });
}

const ON_THIS_SCHEMA = {
  TEST_ENGINE: "postgres",
  TEST_MIGRATIONS: resolve("server/db/migrations"),
};

if (isHere) {
  describePostgres(`${release.version}, the last release,`, () => {
    const before = perSuite(() => checkOutRelease(release));

    it("passes its tests on the schema of this state", async () => {
      await makeTemplate(before.directory);
      const program = join("node_modules", "vitest", "vitest.mjs");
      const tests = new Running(
        process.execPath,
        [program, "run", "--project=api", ...FILES],
        ON_THIS_SCHEMA,
        before.directory,
      );
      const { code, stdout } = await tests.ended;
      expect({ code, stdout: code === 0 ? "" : stdout }).toEqual({ code: 0, stdout: "" });
    });
    const runProgram = (name: string, { databaseUrl }: CopiesBehindProxy) =>
      new Running(process.execPath, [join("dist", "server", `${name}.js`)], {
        DATABASE_URL: databaseUrl,
      }).ended;

    async function counts(copies: CopiesBehindProxy) {
      const { db, close } = await openDatabase({ kind: "postgres", url: copies.databaseUrl });
      const { rows } = await sql<Record<"people" | "contracts" | "words", number>>`
        select (select count(*) from users)::int as people,
               (select count(*) from contracts)::int as contracts,
               (select count(*) from dictionary_entries)::int as words`
        .execute(db)
        .finally(close);
      return rows[0];
    }

    it("is replaced copy by copy: no request is refused, and no row is lost", async () => {
      const { directory } = before;
      const emulator = join("tools", "auth-emulator", "node_modules");
      rmSync(join(directory, emulator), { force: true });
      symlinkSync(resolve(emulator), join(directory, emulator));
      execFileSync("node", ["scripts/build.mjs"], { cwd: directory, stdio: "ignore" });
      const copies = await copiesBehindProxy(directory);
      onTestFinished(copies.close);
      const client = await copies.steadyClient();
      const data = await counts(copies);
      expect(await runProgram("migrate", copies)).toMatchObject({ code: 0, stderr: "" });
      await copies.replaceAll();
      expect(await client.stop()).toEqual([]);
      expect(client.sent.length).toBeGreaterThan(100);
      expect(await counts(copies)).toEqual(data);
      // Each copy has an identity service of its own, so accounts differ from the database that they share.
      // A key of before has no end, which is no finding.
      const said = (await runProgram("doctor", copies)).stdout.split("\n");
      const isUsual = (line: string) =>
        /^the account of user |^service key .* has no end\.$/.test(line);
      expect(said.filter((line) => !isUsual(line)).join(" ")).toMatch(/^\d+ found/);
      expect(await runProgram("reconcile", copies)).toMatchObject({ code: 0, stderr: "" });
    });
  });
}
