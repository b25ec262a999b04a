import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { canMount } from "../../scripts/findMount.ts";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { startServer } from "../process/runningServer.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { type SmallDisk, smallDisk } from "./smallDisk.ts";

const programs = postgresPrograms() ?? "";
const PATIENCE = { timeout: 30_000, interval: 200 };

describe.skipIf(programs === "" || !canMount)("a copy whose database", () => {
  let disk: SmallDisk;
  let server: Running | undefined;
  let address: string;
  let url: string;
  let beside: string;

  beforeAll(async () => {
    disk = await smallDisk(programs);
    ({ url, beside } = disk);
    await onServer(beside, (run) => run("create role app login superuser"));
    const asApp = url.replace("postgres@", "app@");
    server = startServer({ DATA_DIR: join(disk.directory, "data"), DATABASE_URL: asApp });
    address = await server.address();
  });
  afterAll(async () => {
    await server?.remove();
    disk.remove();
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
    await disk.fill();
    // What fits into the space of an old row is still written, which a probe must not mistake.
    await onServer(url, (run) => run("update write_checks set written_at = now()"));
    await becomes(NOT_WRITABLE);
    await disk.free();
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
