import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { signInAsAdmin } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { freePort } from "../support/freePort.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { onServer } from "../support/postgresTemplate.ts";
import { Running, type Variables } from "../support/running.ts";
import { type OwnCluster, ownCluster } from "./ownCluster.ts";

const programs = postgresPrograms();
const PASSWORD = "a/b?c#d@e:f%25 g";

describe.skipIf(!programs)("a PostgreSQL that asks for a password", () => {
  const directory = suiteDirectory("passwords-");
  let cluster: OwnCluster;
  let port: number;

  beforeAll(async () => {
    const access = join(directory, "pg_hba.conf");
    writeFileSync(
      access,
      "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n",
    );
    for (const path of [directory, access]) chmodSync(path, 0o755);
    port = await freePort();
    cluster = ownCluster({ programs: programs ?? "", port, settings: [`hba_file=${access}`] });
    await onServer(cluster.url, async (run) => {
      await run(`create role console login password '${PASSWORD}'`);
      await run("create database console owner console");
    });
  });
  afterAll(() => cluster.remove());

  const urlOf = (user: string) => `postgres://${user}@127.0.0.1:${port}/console`;
  const migrate = (variables: Variables) =>
    new Running(process.execPath, ["dist/server/migrate.js"], variables).ended;

  it("takes a password that DATABASE_URL has percent-encoded", async () => {
    const DATABASE_URL = urlOf(`console:${encodeURIComponent(PASSWORD)}`);
    expect(await migrate({ DATABASE_URL })).toMatchObject({ code: 0, stderr: "" });
  });

  it("takes the password of PGPASSWORD, as it is, for all that the server opens", async () => {
    const url = urlOf("console");
    const server = startServer({
      DATABASE_URL: url,
      DATABASE_DIRECT_URL: url,
      READ_DATABASE_URL: url,
      PGPASSWORD: PASSWORD,
      DATA_DIR: directory,
    });
    try {
      const readyz = await fetch(`${await server.address()}/readyz`);
      expect(await readyz.json()).toEqual({ status: "ready" });
      const admin = await signInAsAdmin(await server.address());
      // The session that hears of changes opens with the first stream.
      const stream = await fetch(`${await server.address()}/admin/api/v1/events`, admin.asItself());
      await vi.waitFor(async () => {
        const { rowCount } = await onServer(cluster.url, (run) =>
          run(`select 1 from pg_stat_activity
               where usename = 'console' and application_name = 'knowledge-insight listener'`),
        );
        expect(rowCount).toBe(1);
      }, 10_000);
      await stream.body?.cancel();
    } finally {
      await server.remove();
    }
  });

  it("prefers the password of DATABASE_URL, and ends with a line if it is wrong", async () => {
    const DATABASE_URL = urlOf("console:wrong");
    const { code, stderr } = await migrate({ DATABASE_URL, PGPASSWORD: PASSWORD });
    expect([code, stderr]).toEqual([
      1,
      'DATABASE_URL: the database cannot be used: password authentication failed for user "console".\n',
    ]);
  });

  it("ends at once with a line that says where a password belongs, if there is none", async () => {
    const begun = performance.now();
    const { code, stderr } = await migrate({ DATABASE_URL: urlOf("console") });
    expect([code, stderr]).toEqual([
      1,
      "DATABASE_URL: the database cannot be used: it asks for a password; the URL has none, nor has PGPASSWORD.\n",
    ]);
    // The server waits for a password for 60 s.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});
