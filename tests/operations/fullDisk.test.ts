import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canMount } from "../../scripts/findMount.ts";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { startServer } from "../process/runningServer.ts";
import { freePort } from "../support/freePort.ts";
import { onServer, urlOf } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { type OwnCluster, ownCluster } from "./ownCluster.ts";

const programs = postgresPrograms() ?? "";
const PATIENCE = { timeout: 30_000, interval: 200 };

/** Rows of most of a block. */
const FILL = "insert into bulk select repeat(md5(n::text), 200) from generate_series(1, 200) as n";

/** On a server of its own: a disk that goes away under a database stops the checkpoints of all. */
describe.skipIf(programs === "" || !canMount)("a copy whose database", () => {
  let directory: string;
  let disk: string;
  let cluster: OwnCluster | undefined;
  let server: Running | undefined;
  let address: string;
  let url: string;
  /** Another database of the same server. */
  let beside: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "disk-"));
    // PostgreSQL, which does not run as root, has to get there.
    chmodSync(directory, 0o755);
    disk = join(directory, "small");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=0755", "tmpfs", disk]);
    mkdirSync(join(disk, "data"));
    execFileSync("chown", ["postgres", join(disk, "data")]);
    cluster = ownCluster({ programs, port: await freePort() });
    await onServer(cluster.url, async (run) => {
      await run(`create tablespace small location '${join(disk, "data")}'`);
      await run("create database small tablespace small");
      await run("create role app login superuser");
    });
    beside = cluster.url;
    url = urlOf(beside, "small");
    const asApp = url.replace("postgres@", "app@");
    server = startServer({ DATA_DIR: join(directory, "data"), DATABASE_URL: asApp });
    address = await server.address();
  });
  afterAll(async () => {
    await server?.remove();
    cluster?.remove();
    execFileSync("umount", [disk]);
    rmSync(directory, { recursive: true });
  });

  const readiness = async () => {
    const response = await fetch(`${address}/readyz`);
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  const NOT_WRITABLE = {
    status: 503,
    body: expect.objectContaining({ database: "not_writable", identity: "ready" }),
  };
  const becomes = (expected: object) =>
    vi.waitFor(async () => expect(await readiness()).toMatchObject(expected), PATIENCE);

  it("has a full disk is not ready, and ready again once there is room", async () => {
    await becomes({ status: 200 });
    await onServer(url, async (run) => {
      await run("create table bulk (filler text)");
      await run("alter table bulk alter column filler set storage external");
      await expect(async () => {
        for (;;) await run(FILL);
      }).rejects.toThrow(/No space left on device/);
      // What fits into the space of an old row is still written, which a probe must not mistake.
      await run("update write_checks set written_at = now()");
    });
    await becomes(NOT_WRITABLE);
    await onServer(url, (run) => run("drop table bulk"));
    await becomes({ status: 200 });
  });

  it("is read-only is not ready", async () => {
    await becomes({ status: 200 });
    const set = (value: string) =>
      onServer(beside, async (run) => {
        await run(`alter database small set default_transaction_read_only = ${value}`);
        await run("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'small'");
      });
    await set("on");
    await becomes(NOT_WRITABLE);
    await set("off");
    await becomes({ status: 200 });
  });

  it("takes nothing from its role is not ready", async () => {
    await becomes({ status: 200 });
    await onServer(url, async (run) => {
      await run("alter role app nosuperuser");
      await run("revoke insert, update, delete on all tables in schema public from app");
    });
    await becomes(NOT_WRITABLE);
    await onServer(url, (run) => run("alter role app superuser"));
    await becomes({ status: 200 });
  });
});
