import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { describeEachEngine } from "../support/database.ts";
import { emulatorsOf } from "../support/emulatorProcess.ts";
import type { Running, Variables } from "../support/running.ts";
import { type AdminClient, signInAsAdmin } from "./adminClient.ts";
import { allUsers, expectBothStoresEqual, untilNothingIsPending } from "./bothStores.ts";
import { type OwnPostgres, ownPostgres } from "./ownPostgres.ts";
import { startServer } from "./runningServer.ts";
import { UserWrites } from "./userWrites.ts";

/** `npm run crash-rounds` asks for 24. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);
const LANES = 4;

/** What happens while people write; the instant is another one in each round. */
const FAULTS = [
  "the identity service hangs, and everything is killed",
  "the identity service is killed",
  "the identity service hangs for a while",
  "everything is killed",
] as const;

describeEachEngine("users in two stores", (engine) => {
  let dataDir: string;
  let postgres: OwnPostgres | undefined;
  let emulatorPort: number;
  const running: Running[] = [];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "accounts-"));
    emulatorPort = await freePort();
    if (engine === "postgres") postgres = await ownPostgres();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.remove();
    await postgres?.drop();
    rmSync(dataDir, { recursive: true });
  });

  function start(): Running {
    const variables: Variables = postgres ? { DATABASE_URL: postgres.url } : {};
    const server = startServer({
      DATA_DIR: dataDir,
      AUTH_EMULATOR_PORT: String(emulatorPort),
      RATE_LIMIT_PER_MINUTE: "100000",
      ...variables,
    });
    running.push(server);
    return server;
  }

  it(
    `are equal after each of ${ROUNDS} crashes`,
    async () => {
      let server = start();
      let admin = await signInAsAdmin(await server.address());
      for (let round = 0; round < ROUNDS; round += 1) {
        const fault = FAULTS[round % FAULTS.length] ?? FAULTS[0];
        const writes = new UserWrites();
        writes.start(admin, LANES);
        await vi.waitUntil(() => writes.known.size >= LANES, { timeout: 60_000, interval: 20 });
        await pause((round * 137) % 900);
        if (fault.includes("hangs")) signalEmulator("SIGSTOP");
        if (fault === "the identity service is killed") signalEmulator("SIGKILL");
        if (fault.includes("hangs")) await pause(1_000 + ((round * 211) % 2_000));
        if (fault.includes("everything")) {
          server.signalGroup("SIGKILL");
          await server.ended;
          await writes.stop();
          server = start();
          admin = admin.at(await server.address());
        } else {
          if (fault.includes("hangs")) signalEmulator("SIGCONT");
          await writes.stop();
        }
        await untilNothingIsPending(admin);
        await emulatorAnswers();
        await expectBothStoresEqual(admin, emulatorPort);
        await keepsWhatItAcknowledged(admin, writes);
      }
      server.signal("SIGTERM");
      expect(await server.ended).toMatchObject({ code: 0 });
    },
    120_000 + ROUNDS * 120_000,
  );

  function signalEmulator(signal: NodeJS.Signals): void {
    for (const pid of emulatorsOf(dataDir)) process.kill(Number(pid), signal);
  }

  async function emulatorAnswers(): Promise<void> {
    await vi.waitFor(() => fetch(`http://127.0.0.1:${emulatorPort}/`), { timeout: 30_000 });
  }

  async function keepsWhatItAcknowledged(admin: AdminClient, writes: UserWrites): Promise<void> {
    expect(writes.known.size).toBeGreaterThan(0);
    const users = new Map((await allUsers(admin)).map((user) => [user.userId, user]));
    for (const [userId, { acknowledged, underWay }] of writes.known) {
      const { userName, status, identityFault } = users.get(userId) ?? {};
      expect(identityFault).toBe(null);
      expect([acknowledged.userName, underWay?.userName]).toContain(userName);
      // Who is enabled again before the first sign-in is invited.
      const enabled = underWay?.status === "ACTIVE" ? "INVITED" : underWay?.status;
      expect([acknowledged.status, enabled]).toContain(status);
    }
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
