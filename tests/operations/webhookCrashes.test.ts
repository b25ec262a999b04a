import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { idTokenOf, signInAsAdmin } from "../process/adminClient.ts";
import { crashSite } from "../process/crashingServer.ts";
import { describeEachEngine } from "../support/database.ts";
import { aReceiver } from "../support/receiver.ts";

/** A full proof takes 10: `WEBHOOK_KILLS=10 npm test tests/operations/webhookCrashes.test.ts`. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 1);
/** A message that was under way when its process was killed is sent again after half a minute. */
const LATEST_MS = 180_000;

const keyed = z.object({ key: z.string() });
const notification = z.object({ organizationId: z.int(), revision: z.int() });

describe.concurrent("a killed server", () => {
  describeEachEngine("with webhooks", "crashes", (engine) => {
    const site = crashSite(engine);

    it(
      "has told its receiver of the last revision in the end, and of none that never was",
      async () => {
        const receiver = await aReceiver();
        // Slow, so that a kill may meet a message under way.
        receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 100);
        let server = site().start();
        let address = await server.address();
        const admin = await signInAsAdmin(address);
        const events = ["vocabulary.changed"];
        const registered = await admin.send("POST", "/webhooks", { url: receiver.url, events });
        expect(registered.status).toBe(201);
        const issued = await admin.send("POST", "/service-keys", { name: "検証" });
        const { key } = keyed.parse(issued.body);

        for (let kill = 0; kill < KILLS; kill += 1) {
          const { ended, written } = await startWriting(address);
          await vi.waitUntil(() => written() > 10 + ((kill * 37) % 50), { timeout: LATEST_MS });
          server.signalGroup("SIGKILL");
          await Promise.all([server.ended, ended]);
          server = site().start();
          address = await server.address();
        }

        const revision = await revisionOf(address, key);
        expect(revision).toBeGreaterThan(KILLS * 10);
        const revisions = () =>
          receiver.messages.map(({ body }) => notification.parse(JSON.parse(body)).revision);
        await vi.waitUntil(() => revisions().includes(revision), {
          timeout: LATEST_MS,
          interval: 200,
        });
        expect(Math.max(...revisions())).toBe(revision);
        server.signal("SIGTERM");
        expect(await server.ended).toMatchObject({ code: 0 });
        await receiver.close();
      },
      LATEST_MS + KILLS * 60_000,
    );
  });
});

/** Adds words from now on until the server does not answer any more, and counts the answers. */
async function startWriting(
  address: string,
): Promise<{ ended: Promise<void>; written: () => number }> {
  const authorization = `Bearer ${await idTokenOf(address, "dictadmin@example.com")}`;
  const headers = { authorization, "content-type": "application/json", "if-match": "*" };
  const dictionaries = await fetch(`${address}/api/v1/dictionaries`, { headers });
  const [{ dictionaryId } = { dictionaryId: 0 }] = z
    .object({ content: z.array(z.object({ dictionaryId: z.int() })) })
    .parse(await dictionaries.json()).content;
  const url = `${address}/api/v1/dictionaries/${dictionaryId}/entries`;
  let written = 0;
  const add = async () => {
    const word = { surface: `語${performance.now()}`, reading: "ご" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(word) });
    if (response.ok) written += 1;
  };
  const untilItIsAway = async () => {
    for (;;) {
      try {
        await add();
      } catch {
        return;
      }
      await pause(20);
    }
  };
  return { ended: untilItIsAway(), written: () => written };
}

async function revisionOf(address: string, key: string): Promise<number> {
  const response = await fetch(`${address}/api/v1/vocabulary?organizationId=1&engine=json`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return z.object({ revision: z.int() }).parse(await response.json()).revision;
}
