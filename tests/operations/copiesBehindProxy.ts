import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { checkingProxy } from "./checkingProxy.ts";
import { usageTarget } from "./usageTarget.ts";

export const PATIENCE = { timeout: 90_000, interval: 50 };
/** At most 40 requests a second. */
const EVERY_MS = 25;
/** A client of this key may have more under way, but a busy machine answers slowly. */
const MOST_UNDER_WAY = 4;

export type CopiesBehindProxy = Awaited<ReturnType<typeof copiesBehindProxy>>;

/**
 * Two copies of the server on a database of their own, with demo data, behind a proxy that asks for their
 * readiness. They are those of the release in `directory`, or of this one.
 */
export async function copiesBehindProxy(directory?: string) {
  const data = mkdtempSync(join(tmpdir(), "copies-"));
  const postgres = await ownPostgres();
  const ports = [await freePort(), await freePort()] as const;
  const copies = new Map<number, Running>();
  const start = (port: number, release?: string): Running => {
    const variables = {
      PORT: String(port),
      DATA_DIR: join(data, String(port)),
      DATABASE_URL: postgres.url,
      DRAIN_SECONDS: "4",
      RATE_LIMIT_PER_MINUTE: "100000",
    };
    const copy = startServer(variables, release);
    copies.set(port, copy);
    return copy;
  };
  // One after the other: the first fills the database with demo data.
  for (const port of ports) await start(port, directory).address();
  const proxy = await checkingProxy(ports);
  const allReady = () => vi.waitUntil(() => proxy.ready() === ports.length, PATIENCE);
  await allReady();
  return {
    ports,
    copies,
    databaseUrl: postgres.url,
    steadyClient: () => steadyClient(postgres, proxy.address),
    /** Ends one copy after the other, and starts one of this release in its place. */
    replaceAll: async (): Promise<void> => {
      for (const port of ports) {
        const copy = copies.get(port);
        copy?.signal("SIGTERM");
        await vi.waitUntil(() => proxy.ready() === 1, PATIENCE);
        const code = (await copy?.ended)?.code;
        if (code !== 0) throw new Error(`A copy ended with ${code}.`);
        await start(port).address();
        await allReady();
      }
    },
    close: async () => {
      proxy.close();
      for (const copy of copies.values()) await copy.remove();
      await postgres.close();
      rmSync(data, { recursive: true });
    },
  };
}

/** Reads and reports until it is stopped; then tells what went wrong. */
async function steadyClient(postgres: OwnPostgres, address: string) {
  const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
  const { key, organizationId } = await usageTarget(db);
  await close();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const read = () =>
    fetch(`${address}/api/v1/contracts/limits?organizationId=${organizationId}`, { headers });
  const report = (eventId: string) =>
    fetch(`${address}/api/v1/usage-events`, {
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
    const answered = n % 2 === 0 ? read() : report(`steady-${n}`);
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
    organizationId,
    sent,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(sent);
      return failures;
    },
  };
}
