import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { Engine } from "../../server/db/client.ts";
import { signalEmulator } from "../support/emulatorProcess.ts";
import { type AdminClient, signInAsAdmin } from "./adminClient.ts";
import { allUsers, expectBothStoresEqual, untilNothingIsPending } from "./bothStores.ts";
import { crashSite } from "./crashingServer.ts";
import { UserWrites } from "./userWrites.ts";

const LANES = 4;

/** What crashes while users are written, at a different moment in each round. */
const EVENTS = [
  "the identity service hangs, and everything is killed",
  "the identity service is killed",
  "the identity service hangs for a while",
  "everything is killed",
] as const;

/** Declares the test of so many crashes while users are written to both stores. */
export function crashRounds(engine: Engine, rounds: number): void {
  const site = crashSite(engine);

  it(
    `are equal after each of ${rounds} crashes`,
    async () => {
      const { dataDir, emulatorPort, start } = site();
      let server = start();
      let admin = await signInAsAdmin(await server.address());
      for (let round = 0; round < rounds; round += 1) {
        const event = EVENTS[round % EVENTS.length] ?? EVENTS[0];
        const writes = new UserWrites();
        writes.start(admin, LANES);
        await vi.waitUntil(() => writes.known.size >= LANES, { timeout: 60_000, interval: 20 });
        await pause((round * 137) % 900);
        if (event.includes("hangs")) signalEmulator(dataDir, "SIGSTOP");
        if (event === "the identity service is killed") signalEmulator(dataDir, "SIGKILL");
        if (event.includes("hangs")) await pause(1_000 + ((round * 211) % 2_000));
        if (event.includes("everything")) {
          server.signalGroup("SIGKILL");
          await server.ended;
          await writes.stop();
          server = start();
          admin = admin.at(await server.address());
        } else {
          if (event.includes("hangs")) signalEmulator(dataDir, "SIGCONT");
          await writes.stop();
        }
        await untilNothingIsPending(admin);
        await vi.waitFor(() => fetch(`http://127.0.0.1:${emulatorPort}/`), { timeout: 30_000 });
        await expectBothStoresEqual(admin, emulatorPort);
        await keepsWhatItAcknowledged(admin, writes);
      }
      server.signal("SIGTERM");
      expect(await server.ended).toMatchObject({ code: 0 });
    },
    120_000 + rounds * 120_000,
  );

  async function keepsWhatItAcknowledged(admin: AdminClient, writes: UserWrites): Promise<void> {
    expect(writes.known.size).toBeGreaterThan(0);
    const users = new Map((await allUsers(admin)).map((user) => [user.userId, user]));
    for (const [userId, { acknowledged, underWay }] of writes.known) {
      const { userName, status, identityError } = users.get(userId) ?? {};
      expect(identityError).toBe(null);
      expect([acknowledged.userName, underWay?.userName]).toContain(userName);
      // A user who is enabled again before the first sign-in is invited.
      const enabled = underWay?.status === "ACTIVE" ? "INVITED" : underWay?.status;
      expect([acknowledged.status, enabled]).toContain(status);
    }
  }
}
