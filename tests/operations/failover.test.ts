import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { openDatabase } from "../../server/db/client.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { idTokenOf } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { STAFF_EVENTS } from "../support/eventStream.ts";
import { freePort } from "../support/freePort.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { sumsThatDiffer } from "../support/usage.ts";
import { type Wire, wireTo } from "../support/wire.ts";
import { type OwnCluster, ownCluster, ownStandby } from "./ownCluster.ts";
import { Screen } from "./screen.ts";
import { UsageClient } from "./usageClient.ts";
import { usageTarget } from "./usageTarget.ts";

const programs = postgresPrograms() ?? "";
const PATIENCE = { timeout: 60_000, interval: 50 };
/** Five reports of ten events a second. */
const LOAD = { connections: 5, pauseMs: 1_000 };
const BACK_WITHIN_MS = 15_000;

describe.skipIf(programs === "")("a server whose primary crashes", () => {
  let directory: string;
  let primary: OwnCluster;
  let standby: OwnCluster;
  /** The address that stays: a proxy that leads to whoever is the primary. */
  let wire: Wire;
  let server: Running;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "failover-"));
    primary = ownCluster({ programs, port: await freePort() });
    standby = ownStandby({ programs, port: await freePort() }, primary);
    await onServer(primary.url, async (run) => {
      await run("alter system set synchronous_standby_names = '*'");
      await run("select pg_reload_conf()");
      await vi.waitFor(async () => {
        const { rows } = await run("select sync_state as name from pg_stat_replication");
        expect(rows).toEqual([{ name: "sync" }]);
      }, PATIENCE);
    });
    wire = await wireTo(primary.url);
    server = startServer({ DATA_DIR: directory, DATABASE_URL: wire.url, LOG_LEVEL: "warn" });
  });
  afterEach(async () => {
    await server.remove();
    await wire.close();
    standby.remove();
    primary.remove();
    rmSync(directory, { recursive: true });
  });

  it("goes on by itself at the promoted standby, and has lost no event that it acknowledged", async () => {
    const address = await server.address();
    const authorization = `Bearer ${await idTokenOf(address, "dictadmin@example.com")}`;
    const screen = new Screen(address + STAFF_EVENTS, { authorization });
    const target = await within(primary.url, usageTarget);
    const client = new UsageClient({ address, ...target, pauseMs: LOAD.pauseMs });
    const sending = client.send(LOAD.connections);
    await vi.waitUntil(() => screen.opened === 1 && client.acknowledged >= 100, PATIENCE);

    const dictionary = `${address}/api/v1/dictionaries/1`;
    const edit = async () => {
      const { status } = await fetch(dictionary, {
        method: "PATCH",
        headers: { authorization, "content-type": "application/json", "if-match": "*" },
        body: JSON.stringify({ description: `${performance.now()}` }),
      });
      return status;
    };
    expect(await edit()).toBe(200);
    await vi.waitUntil(() => screen.hasHeardOf("resource/dictionaries/1"), PATIENCE);

    const failed = performance.now();
    primary.crash();
    const acknowledged = client.acknowledged;
    standby.promote();
    wire.leadTo(standby.url);

    await vi.waitUntil(() => client.acknowledged > acknowledged + 50, PATIENCE);
    await vi.waitUntil(async () => screen.opened === 2 && (await edit()) === 200, PATIENCE);
    await vi.waitUntil(() => screen.hasHeardOf("resource/dictionaries/1"), PATIENCE);
    expect(performance.now() - failed).toBeLessThan(BACK_WITHIN_MS);

    await within(standby.url, (db) =>
      db.transaction().execute((trx) => sendJob(trx, "foldCounts", {})),
    );
    await vi.waitFor(async () => expect(await jobsDone(standby.url)).toBeGreaterThan(0), PATIENCE);

    client.stop();
    const sent = await sending;
    await screen.close();
    await within(standby.url, async (db) => {
      const rows = await db
        .selectFrom("ledger")
        .select("event_id")
        .where("organization_id", "=", target.organizationId)
        .execute();
      expect(rows.map(({ event_id }) => event_id).sort()).toEqual(sent.sort());
      expect(await sumsThatDiffer(db)).toEqual([]);
    });
    expect(server.stderr).toBe("");
    expect(server.hasEnded).toBe(false);
  });
});

type Work<Result> = (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<Result>;

async function within<Result>(url: string, work: Work<Result>): Promise<Result> {
  const database = await openDatabase({ kind: "postgres", url });
  return work(database.db).finally(() => database.close());
}

async function jobsDone(url: string): Promise<number> {
  const { rows } = await onServer(url, (run) =>
    run(
      "select id::text as name from pgboss.job where name = 'foldCounts' and state = 'completed'",
    ),
  );
  return rows.length;
}
