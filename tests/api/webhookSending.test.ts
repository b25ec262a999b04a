import { addSeconds } from "date-fns";
import { afterEach, beforeEach, expect, it } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { takeDue } from "../../server/modules/webhooks/queries/deliveries.ts";
import { suiteApi, type TestApi, testApi } from "../support/api.ts";
import {
  aBadReceiver,
  aClosedPort,
  aReceiverWithWrongCertificate,
  type BadReceiver,
  type Behaviour,
} from "../support/badReceivers.ts";
import { describeDatabase, describeEachEngine } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { gate } from "../support/gate.ts";
import { aNameServer } from "../support/nameServer.ts";
import { perTest } from "../support/perSuite.ts";
import { aReceiver, type Receiver } from "../support/receiver.ts";
import { NOON } from "../support/usage.ts";
import { aDelivery, aSender, aWebhook, sendDue, WEBHOOKS } from "../support/webhooks.ts";

const BEHAVIOURS: Behaviour[] = [
  "switches protocols",
  "gives hints only",
  "sends half a head",
  "sends half a body",
  "sends a head without an end",
  "sends a body without an end",
  "redirects",
  "resets the connection",
];
/** Those that hold a message for as long as they may. */
const HOLDING: Behaviour[] = ["gives hints only", "sends half a head", "sends half a body"];

/** No test takes so long: what arrives did not wait for the end of another message. */
const NEVER_MS = 600_000;

describeDatabase("a good receiver beside twelve bad ones", (engine) => {
  let api: TestApi;
  let good: Receiver;
  let late: Receiver;
  let bad: Map<Behaviour, BadReceiver>;
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    const nameServer = await aNameServer();
    [good, late] = [await aReceiver(), await aReceiver()];
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
    for (const url of [wrong.url, await aClosedPort(), "http://dead.test/hooks", late.url]) {
      await aWebhook(api, { url });
    }
    await aWebhook(api, { url: good.url.replace("127.0.0.1", "good.alive.test") });
    closing.push(
      () => api.close(),
      ...[...bad.values(), wrong, late, good, nameServer].map((each) => () => each.close()),
    );
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("hears of every change while they still hold the first", async () => {
    const hold = gate();
    late.answer = (response) => void hold.passed.then(() => response.writeHead(200).end());
    await api.app.listen();
    const organizationId = await api.anOrganization();
    const dictionaryId = await aDictionary(api, { organizationId });
    for (let change = 1; change <= 3; change += 1) {
      await someEntries(api, { organizationId, dictionaryId }, [{}]);
      await good.has(change);
      for (const behaviour of HOLDING) {
        await expect
          .poll(() => bad.get(behaviour)?.open(), { timeout: 30_000 })
          .toBe(Math.min(change, 2));
      }
    }
    await late.has(2);
    expect(late.messages).toHaveLength(2);
    hold.open();
    await late.has(3);
  });
});

describeEachEngine("messages that wait for a receiver", "locks", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  const receiver = perTest(() => aReceiver());
  let webhookId: number;
  let waiting: number[];

  beforeEach(async () => {
    api.clock.set(NOON);
    webhookId = await aWebhook(api, { url: receiver.url });
    const organizationId = await api.anOrganization();
    waiting = [];
    for (let n = 0; n < 5; n += 1) {
      waiting.push(await aDelivery(api, { webhookId, organizationId }));
    }
  });
  afterEach(() => api.db.deleteFrom("webhooks").execute());

  const sent = () => receiver.messages.map(({ headers }) => headers["webhook-id"]);
  const ids = (deliveries: number[]) =>
    deliveries.map((deliveryId) => `msg_${deliveryId}`).toSorted();
  const rows = () =>
    api.db
      .selectFrom("webhook_deliveries")
      .select(["delivery_id", "attempts", "delivered_at"])
      .orderBy("delivery_id")
      .execute();
  const attempts = async () => (await rows()).map((row) => row.attempts);

  it("are sent two at a time, each once by all copies of the server together", async () => {
    const hold = gate();
    let [atOnce, most] = [0, 0];
    receiver.answer = async (response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await hold.passed;
      atOnce -= 1;
      response.writeHead(204).end();
    };
    const copies = [aSender(api), aSender(api), aSender(api)];
    const begin = () => Promise.all(copies.map((copy) => copy.begin()));
    await actAsSystem("webhook", begin);
    await receiver.has(2);
    await actAsSystem("webhook", begin);
    expect(sent().toSorted()).toEqual(ids(waiting.slice(0, 2)));
    hold.open();
    await Promise.all(copies.map((copy) => copy.idle()));
    expect(sent().toSorted()).toEqual(ids(waiting));
    expect(most).toBe(2);
    expect(await attempts()).toEqual([1, 1, 1, 1, 1]);
  });

  it("are sent once the copy that had taken them must have ended", async () => {
    const at = api.clock.now();
    const until = addSeconds(at, 30);
    const taken = await takeDue(api.db, { at, until, most: 10 });
    expect(taken.map(({ delivery_id }) => delivery_id)).toEqual(waiting.slice(0, 2));
    await sendDue(api);
    expect(sent()).toEqual([]);
    api.clock.set(until);
    await sendDue(api);
    expect(sent().toSorted()).toEqual(ids(waiting));
  });

  it("are not held up by one that the receiver refuses, nor tried all at once while it fails", async () => {
    const [refused] = ids(waiting);
    receiver.answer = (response) => {
      const isRefused = receiver.messages.at(-1)?.headers["webhook-id"] === refused;
      response.writeHead(isRefused ? 500 : 204).end();
    };
    await aMinuteOfTries();
    expect((await rows()).map(({ delivered_at }) => delivered_at !== null)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    receiver.answer = (response) => response.writeHead(500).end();
    await api.db.updateTable("webhook_deliveries").set({ delivered_at: null }).execute();
    const before = receiver.messages.length;
    api.clock.set(addSeconds(api.clock.now(), 3_600));
    await sendDue(api);
    expect(receiver.messages.length - before).toBe(1);
  });

  it("are sent at once if a user sends them again, before those that were not tried yet", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await sendDue(api);
    api.clock.set(addSeconds(api.clock.now(), 1));
    await resend(waiting[1]);
    await sendDue(api);
    expect(await attempts()).toEqual([1, 2, 0, 0, 0]);
  });

  it("count as one failure of the receiver if two fail together", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    await sendDue(api);
    expect(await attempts()).toEqual([1, 1, 0, 0, 0]);
    const at = addSeconds(api.clock.now(), 5);
    expect(await next()).toEqual({ failures: 1, next_try_at: at });
    api.clock.set(at);
    await sendDue(api);
    expect(await attempts()).toEqual([1, 1, 1, 0, 0]);
    expect(await next()).toEqual({ failures: 2, next_try_at: addSeconds(at, 30) });
  });

  it("are tried by the steps of the receiver, however often a person sends them again meanwhile", async () => {
    receiver.answer = (response) => response.writeHead(500).end();
    const [first, second] = waiting;
    await sendDue(api);
    for (let second = 0; second < 10; second += 1) {
      api.clock.set(addSeconds(NOON, second / 4));
      await resend(first);
      await sendDue(api);
    }
    expect(await attempts()).toEqual([11, 1, 0, 0, 0]);
    expect(await next()).toEqual({ failures: 1, next_try_at: addSeconds(NOON, 5) });
    await resend(second);
    receiver.answer = (response) => response.writeHead(204).end();
    await sendDue(api);
    expect(await next()).toEqual({ failures: 0, next_try_at: null });
  });

  async function resend(deliveryId = 0): Promise<void> {
    const url = `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/resend`;
    expect((await api.asSystemAdmin().post(url, {})).status).toBe(200);
  }

  async function next() {
    const query = api.db.selectFrom("webhooks").select(["failures", "next_try_at"]);
    return (await query.execute())[0];
  }

  async function aMinuteOfTries(): Promise<void> {
    for (let second = 0; second < 60; second += 5) {
      await sendDue(api);
      api.clock.set(addSeconds(api.clock.now(), 5));
    }
  }
});
