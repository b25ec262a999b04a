import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type AdminClient, idTokenOf, signInAsAdmin } from "../process/adminClient.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { type Wire, wireTo } from "../support/wire.ts";

/** A refused connection shows at once; a busy machine gets more time. */
const AT_ONCE_MS = 10_000;
/** Only the server's time limits tell a dead connection from a slow one. */
const SILENT_MS = 40_000;
const OF_PERSON = 8;
/** A request that waits for a database that is away is not slowed down for it. */
const UNHURRIED = { RATE_LIMIT_PER_MINUTE: "1000000" };

describePostgres("a running server whose database goes away", () => {
  let dataDir: string;
  let postgres: OwnPostgres;
  let wire: Wire;
  let server: Running;
  let address: string;
  let admin: AdminClient;
  let readers: string[];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "away-"));
    postgres = await ownPostgres();
    wire = await wireTo(postgres.url);
    server = startServer({ DATA_DIR: dataDir, DATABASE_URL: wire.url, ...UNHURRIED });
    address = await server.address();
    admin = await signInAsAdmin(address);
    readers = await Promise.all(
      ["staff", "dictadmin"].map(async (name) => {
        return `Bearer ${await idTokenOf(address, `${name}@example.com`)}`;
      }),
    );
  });
  afterEach(async () => {
    await wire.restore();
    const fatal = server.stdout.split("\n").filter((line) => line.startsWith('{"level":60'));
    const { exitCode, signalCode } = server.child;
    const dead = [...fatal, server.stderr, exitCode, signalCode].filter(Boolean);
    expect(dead).toEqual([]);
    // The first request may still get a connection that is lost without notice.
    await vi.waitFor(worksAgain, { timeout: AT_ONCE_MS });
  });
  afterAll(async () => {
    await server.remove();
    await wire.close();
    await postgres.close();
    rmSync(dataDir, { recursive: true });
  });

  const get = (path: string, limitMs = AT_ONCE_MS, authorization = readers[0] ?? "") =>
    fetch(address + path, { headers: { authorization }, signal: AbortSignal.timeout(limitMs) });
  const profile = (limitMs?: number, reader?: string) => get("/api/v1/users/me", limitMs, reader);

  async function worksAgain() {
    expect((await profile()).status).toBe(200);
    expect((await admin.send("GET", "/contracts")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
  }

  async function isUnavailable(answering: Promise<Response>) {
    const answer = await answering;
    expect(answer.status).toBe(503);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ status: 503, code: "UNAVAILABLE" });
  }

  /**
   * Sends more creates and reads than the pool has connections, but no more of a person than are at
   * work at once; returns their statuses.
   */
  const underWay = (): Promise<number>[] =>
    Array.from({ length: OF_PERSON }, () => [
      admin.send("POST", "/contracts", aContract()),
      ...readers.map((reader) => profile(AT_ONCE_MS, reader)),
    ])
      .flat()
      .map(async (answer) => (await answer).status);

  it("answers 503 with Retry-After while nobody accepts, stays alive, and recovers by itself", async () => {
    await wire.cut();
    await isUnavailable(profile());
    // The answer may be cached for a moment.
    await vi.waitFor(() => isUnavailable(get("/readyz")), { timeout: AT_ONCE_MS });
    expect(await admin.send("GET", "/contracts")).toMatchObject({ status: 503 });
    expect(await admin.send("POST", "/contracts", aContract())).toMatchObject({ status: 503 });
    expect((await get("/healthz")).status).toBe(200);
    // The page that shows this needs no database.
    const page = await fetch(`${address}/admin/contracts`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
  });

  it("answers the requests that were running when it was cut off", async () => {
    const answers = underWay();
    await Promise.race(answers);
    await wire.cut();
    for (const status of await Promise.all(answers)) expect([200, 201, 503]).toContain(status);
  });

  it("answers in bounded time where the connection only falls silent", async () => {
    wire.silence();
    await Promise.all(Array.from({ length: 15 }, () => isUnavailable(profile(SILENT_MS))));
    expect((await get("/healthz")).status).toBe(200);
  }, 120_000);

  it("survives that the database ends all of its connections", async () => {
    const answers = underWay();
    await Promise.race(answers);
    const name = new URL(postgres.url).pathname.slice(1);
    const ended = await onServer(postgres.url, (run) =>
      run(
        `select pg_terminate_backend(pid)::text as name from pg_stat_activity
         where datname = $1 and pid <> pg_backend_pid()`,
        [name],
      ),
    );
    expect(ended.rows.length).toBeGreaterThan(0);
    for (const status of await Promise.all(answers)) expect([200, 201, 503]).toContain(status);
  });
});

let contracts = 0;

function aContract() {
  contracts += 1;
  return {
    organizationName: `断線商事${contracts}`,
    adminName: "高橋 花子",
    adminEmail: `away${contracts}@customer.example.com`,
    startDate: "2027-04-01",
    endDate: "2028-03-31",
    maxTranscriptCount: null,
    maxTranscriptMinutes: null,
  };
}
