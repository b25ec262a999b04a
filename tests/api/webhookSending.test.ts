import { afterEach, beforeEach, expect, it } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import {
  aBadReceiver,
  aClosedPort,
  aReceiverWithWrongCertificate,
  type BadReceiver,
  type Behaviour,
} from "../support/badReceivers.ts";
import { describeEachEngine } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { aNameServer } from "../support/nameServer.ts";
import { aReceiver, type Receiver } from "../support/receiver.ts";
import { aWebhook } from "../support/webhooks.ts";

const BEHAVIOURS: Behaviour[] = [
  "switches protocols",
  "gives hints only",
  "sends half a head",
  "sends half a body",
  "sends a head without an end",
  "sends a body without an end",
  "never answers",
  "redirects",
  "resets the connection",
];
/** Those that hold a message for as long as they may. */
const HOLDING: Behaviour[] = [
  "gives hints only",
  "sends half a head",
  "sends half a body",
  "never answers",
];

/** No test takes so long: what arrives did not wait for the end of another message. */
const NEVER_MS = 600_000;

describeEachEngine("a good receiver beside twelve bad ones", (engine) => {
  let api: TestApi;
  let good: Receiver;
  let bad: Map<Behaviour, BadReceiver>;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    const nameServer = await aNameServer();
    good = await aReceiver();
    bad = new Map();
    for (const behaviour of BEHAVIOURS) bad.set(behaviour, await aBadReceiver(behaviour));
    const wrong = await aReceiverWithWrongCertificate();
    api = await testApi(engine, {
      parts: {
        receiverLimits: {
          answersWithinMs: NEVER_MS,
          lookUpWithinMs: NEVER_MS,
          nameServers: [nameServer.address],
        },
      },
    });
    for (const { url } of bad.values()) await aWebhook(api, { url });
    for (const url of [wrong.url, await aClosedPort(), "http://dead.test/hooks"]) {
      await aWebhook(api, { url });
    }
    await aWebhook(api, { url: good.url.replace("127.0.0.1", "good.alive.test") });
    closing.push(
      () => api.close(),
      ...[...bad.values(), wrong, good, nameServer].map((each) => () => each.close()),
    );
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("hears of every change while they still hold the first", async () => {
    await api.app.listen();
    const organizationId = await api.anOrganization();
    const dictionaryId = await aDictionary(api, { organizationId });
    for (let change = 1; change <= 3; change += 1) {
      await someEntries(api, { organizationId, dictionaryId }, [{}]);
      await good.has(change);
      for (const behaviour of HOLDING) {
        await expect.poll(() => bad.get(behaviour)?.open(), { timeout: 30_000 }).toBe(
          Math.min(change, 2),
        );
      }
    }
  });
});
