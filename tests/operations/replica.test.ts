import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { openDatabase } from "../../server/db/client.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { signInAsAdmin } from "../process/adminClient.ts";
import { startServer } from "../process/runningServer.ts";
import { freePort } from "../support/freePort.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { type OwnCluster, ownCluster, ownStandby } from "./ownCluster.ts";

const programs = postgresPrograms();
const PATIENCE = { timeout: 30_000, interval: 100 };

describe.skipIf(programs === undefined)("a server with a replica", () => {
  let directory: string;
  let primary: OwnCluster;
  let replica: OwnCluster;
  let server: Running;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "replica-"));
    primary = ownCluster({ programs: programs ?? "", port: await freePort() });
    const settings = ["log_statement=all"];
    replica = ownStandby({ programs: programs ?? "", port: await freePort(), settings }, primary);
    server = startServer({
      DATA_DIR: directory,
      DATABASE_URL: primary.url,
      READ_DATABASE_URL: replica.url,
      LOG_LEVEL: "warn",
    });
  });
  afterEach(async () => {
    await server.remove();
    replica.remove();
    primary.remove();
    rmSync(directory, { recursive: true });
  });

  /** How often a statement that reads this was sent to the replica. */
  const readOf = (what: string) => replica.log().split(what).length - 1;
  const replay = (what: "pause" | "resume") =>
    onServer(replica.url, (run) => run(`select pg_wal_replay_${what}()::text as name`));

  it("reads exports and charts from it as they are now, and from the primary while it is behind or away", async () => {
    const address = await server.address();
    const admin = await signInAsAdmin(address);
    let contracts = 0;
    const expectFreshExport = async () => {
      contracts += 1;
      const organizationName = `複製商事${contracts}号`;
      const own = { organizationName, adminEmail: `replica${contracts}@customer.example.com` };
      const { status } = await admin.send("POST", "/contracts", { ...CONTRACT, ...own });
      expect(status).toBe(201);
      const file = await admin.download("/contracts/export");
      expect(file).toContain(organizationName);
    };
    const exported = () => readOf("declare ");

    for (let round = 1; round <= 5; round += 1) {
      await expectFreshExport();
      expect(exported()).toBe(round);
    }

    expect((await admin.send("GET", "/contracts/1/usage?by=day")).status).toBe(200);
    expect(readOf("from usage_daily")).toBeGreaterThan(0);

    await replay("pause");
    await expectFreshExport();
    expect(exported()).toBe(5);
    expect(server.stdout).toContain("the replica does not serve reads");
    await replay("resume");
    await vi.waitFor(async () => {
      await expectFreshExport();
      expect(exported()).toBe(6);
    }, PATIENCE);

    const { db, close } = await openDatabase({ kind: "postgres", url: primary.url });
    await db.transaction().execute((trx) => sendJob(trx, "reconcileUsage", {}));
    await close();
    await vi.waitFor(() => expect(readOf("from ledger")).toBeGreaterThan(0), PATIENCE);

    const before = exported();
    replica.promote();
    await expectFreshExport();
    expect(exported()).toBe(before);

    replica.crash();
    await expectFreshExport();
    await expectFreshExport();
    expect(server.stderr).toBe("");
  });
});

const CONTRACT = {
  adminName: "高橋 花子",
  startDate: "2027-04-01",
  endDate: "2028-03-31",
  maxTranscriptCount: null,
  maxTranscriptMinutes: null,
};
