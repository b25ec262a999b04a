import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { postgresPrograms } from "../../scripts/findPostgresPrograms.ts";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { freePort } from "../support/freePort.ts";
import { perTest } from "../support/perSuite.ts";
import type { Running } from "../support/running.ts";
import { ledgerUse, sumsThatDiffer } from "../support/usage.ts";
import { type OwnCluster, ownCluster } from "./ownCluster.ts";
import { anEvent, reportUntilAnswered, UsageClient } from "./usageClient.ts";
import { usageTarget } from "./usageTarget.ts";

const CONNECTIONS = 8;
/** A full proof takes 30, a minute: `USAGE_KILLS=30 npm test tests/operations/usageProcesses.test.ts`. */
const KILLS = Number(process.env.USAGE_KILLS ?? 6);
const CRASHES = Math.ceil(KILLS / 10);
/** A start takes a second or two, on a busy machine several. */
const LIMIT_MS = 300_000;
const PATIENCE = { timeout: 30_000, interval: 20 };

let dataDir: string;
let port: number;
let database: Database;
let server: Running;

/** A server without the embedded identity service, which starts quickly. */
const variables = (url: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: url,
  PORT: String(port),
  FIREBASE_PROJECT_ID: "usage-tests",
  FIREBASE_API_KEY: "unused",
  RATE_LIMIT_PER_MINUTE: "1000000",
});

function start(url: string): Promise<string> {
  server = startServer(variables(url));
  return server.address();
}

async function prepare(
  url: string,
  caps: { maxTranscriptCount?: number } = {},
): Promise<{ key: string; organizationId: number }> {
  database = await openDatabase({ kind: "postgres", url });
  await migrate(database.db);
  return usageTarget(database.db, caps);
}

/** Each event that was sent is in the ledger once, and the sums are those of the ledger. */
async function expectEachOnce(sent: readonly string[]) {
  const rows = await database.db.selectFrom("ledger").select("event_id").execute();
  expect(rows.map(({ event_id }) => event_id).sort()).toEqual([...sent].sort());
  expect(new Set(sent).size).toBe(sent.length);
  expect(await sumsThatDiffer(database.db)).toEqual([]);
  const [use] = await ledgerUse(database.db);
  expect(use?.transcripts).toBe(sent.length);
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "usage-"));
  port = await freePort();
});
afterEach(async () => {
  await server.remove();
  rmSync(dataDir, { recursive: true });
});

describePostgres("servers that get reports at once", () => {
  const postgres = perTest(() => ownPostgres());

  afterEach(() => database.close());

  it("record exactly what the cap allows, each event once", async () => {
    const { key, organizationId } = await prepare(postgres.url, { maxTranscriptCount: 1_000 });
    const first = await start(postgres.url);
    const second = startServer({ ...variables(postgres.url), PORT: "0" });
    try {
      const addresses = [first, await second.address()];
      const events = Array.from({ length: 1_500 }, (_, n) => anEvent(`event-${n}`, organizationId));
      const report = async (n: number) => {
        // Each event is in two reports, one to each server.
        const from = Math.floor(n / 2) * 10;
        const address = addresses[n % 2] ?? first;
        return reportUntilAnswered({ address, key }, events.slice(from, from + 10));
      };
      const waiting = Array.from({ length: 300 }, (_, n) => n);
      const answers: Awaited<ReturnType<typeof report>>[] = [];
      const connection = async () => {
        for (let n = waiting.pop(); n !== undefined; n = waiting.pop())
          answers.push(await report(n));
      };
      await Promise.all(Array.from({ length: 32 }, connection));
      const recorded = answers.flat().filter(({ result }) => result === "recorded");
      expect(recorded).toHaveLength(1_000);
      await expectEachOnce(recorded.map(({ eventId }) => eventId));
    } finally {
      await second.remove();
    }
  });

  it(
    "count each event exactly once when killed again and again, if the client repeats what got no answer",
    async () => {
      const target = await prepare(postgres.url);
      const client = new UsageClient({ address: await start(postgres.url), ...target });
      const sending = client.send(CONNECTIONS);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = client.acknowledged;
        // Somewhere in the middle: while some reports are answered, and others are written.
        await vi.waitUntil(() => client.acknowledged > before + 20 * (1 + (kill % 7)), PATIENCE);
        server.signalGroup("SIGKILL");
        await server.remove();
        await start(postgres.url);
      }
      client.stop();
      await expectEachOnce(await sending);
    },
    LIMIT_MS,
  );
});

const programs = postgresPrograms();

describe.skipIf(programs === undefined)("a server whose PostgreSQL crashes", () => {
  let cluster: OwnCluster;

  beforeEach(async () => {
    cluster = ownCluster({ programs: programs ?? "", port: await freePort() });
  });
  afterEach(async () => {
    await database.close();
    cluster.remove();
  });

  it(
    "loses nothing that it has acknowledged, and goes on by itself",
    async () => {
      const target = await prepare(cluster.url);
      const client = new UsageClient({ address: await start(cluster.url), ...target });
      const sending = client.send(CONNECTIONS);
      for (let crash = 0; crash < CRASHES; crash += 1) {
        const before = client.acknowledged;
        await vi.waitUntil(() => client.acknowledged > before + 500, PATIENCE);
        cluster.crash();
        // Long enough for requests that find no database at all.
        await pause(300);
        cluster.start();
      }
      const afterAll = client.acknowledged;
      await vi.waitUntil(() => client.acknowledged > afterAll + 500, PATIENCE);
      client.stop();
      await expectEachOnce(await sending);
      expect(server.hasEnded).toBe(false);
    },
    LIMIT_MS,
  );
});
