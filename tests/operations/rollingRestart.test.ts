import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { idTokenOf } from "../process/adminClient.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { type CheckingProxy, checkingProxy } from "./checkingProxy.ts";
import { usageTarget } from "./usageTarget.ts";

const PATIENCE = { timeout: 90_000, interval: 50 };
/** At most 40 requests a second. */
const EVERY_MS = 25;
/** A client of this key may have more under way, but a busy machine answers slowly. */
const MOST_UNDER_WAY = 4;

describePostgres("two copies behind a proxy that asks for their readiness", () => {
  let directory: string;
  let postgres: OwnPostgres;
  let ports: readonly [number, number];
  let copies: Map<number, Running>;
  let proxy: CheckingProxy;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "rolling-"));
    postgres = await ownPostgres();
    ports = [await freePort(), await freePort()];
    copies = new Map();
    // One after the other: the first fills the database with demo data.
    for (const port of ports) await (await start(port)).address();
    proxy = await checkingProxy(ports);
    await vi.waitUntil(() => proxy.ready() === 2, PATIENCE);
  });
  afterEach(async () => {
    proxy.close();
    for (const copy of copies.values()) await copy.remove();
    await postgres.close();
    rmSync(directory, { recursive: true });
  });

  function start(port: number): Running {
    const copy = startServer({
      PORT: String(port),
      DATA_DIR: join(directory, String(port)),
      DATABASE_URL: postgres.url,
      DRAIN_SECONDS: "4",
      RATE_LIMIT_PER_MINUTE: "100000",
    });
    copies.set(port, copy);
    return copy;
  }

  /** Reads and reports until it is stopped; then tells what went wrong. */
  async function steadyClient() {
    const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
    const { key, organizationId } = await usageTarget(db);
    await close();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const read = () =>
      fetch(`${proxy.address}/api/v1/contracts/limits?organizationId=${organizationId}`, {
        headers,
      });
    const report = (eventId: string) =>
      fetch(`${proxy.address}/api/v1/usage-events`, {
        method: "POST",
        headers,
        body: JSON.stringify({
          events: [{ eventId, organizationId, occurredAt: new Date().toISOString(), seconds: 60 }],
        }),
      });
    const failures: string[] = [];
    const sent: Promise<void>[] = [];
    let underWay = 0;
    const timer = setInterval(() => {
      if (underWay === MOST_UNDER_WAY) return;
      underWay++;
      const n = sent.length;
      const answered = n % 2 === 0 ? read() : report(`rolling-${n}`);
      const noted = answered.then(
        async (answer) => {
          const text = await answer.text();
          if (!answer.ok) failures.push(`${n}: ${answer.status} ${text}`);
        },
        (error) => void failures.push(`${n}: ${error}`),
      );
      sent.push(noted.finally(() => underWay--));
    }, EVERY_MS);
    return {
      sent,
      stop: async () => {
        clearInterval(timer);
        await Promise.all(sent);
        return failures;
      },
    };
  }

  it("are restarted one after the other without a failed request", async () => {
    const client = await steadyClient();
    for (const port of ports) {
      const copy = copies.get(port);
      copy?.signal("SIGTERM");
      await vi.waitUntil(() => proxy.ready() === 1, PATIENCE);
      expect((await copy?.ended)?.code).toBe(0);
      await start(port).address();
      await vi.waitUntil(() => proxy.ready() === 2, PATIENCE);
    }
    expect(await client.stop()).toEqual([]);
    expect(client.sent.length).toBeGreaterThan(100);
  });

  it("say that they drain, end their streams, still answer, and end at once on a second signal", async () => {
    const [port] = ports;
    const address = `http://127.0.0.1:${port}`;
    const authorization = `Bearer ${await idTokenOf(address, "staff@example.com")}`;
    const stream = await fetch(`${address}/api/v1/events`, { headers: { authorization } });
    const copy = copies.get(port);
    copy?.signal("SIGTERM");
    await stream.text();
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      expect.objectContaining({ code: "UNAVAILABLE", server: "draining" }),
    ]);
    const own = await fetch(`${address}/api/v1/users/me`, { headers: { authorization } });
    expect([own.status, own.headers.get("connection")]).toEqual([200, "close"]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    await vi.waitUntil(() => {
      copy?.signal("SIGTERM");
      return copy?.hasEnded;
    }, PATIENCE);
    expect((await copy?.ended)?.code).toBe(143);
  });
});
