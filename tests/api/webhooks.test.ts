import { addHours, addSeconds } from "date-fns";
import { Webhook as Verifier } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../domain/webhooks/rules.ts";
import { evaluateDay } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { collectEvents } from "../../server/modules/webhooks/service/sender.ts";
import { suiteApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { aReceiver } from "../support/receiver.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { april, NOON } from "../support/usage.ts";
import { aDelivery, aWebhook, SECRET, sendDue, WEBHOOKS } from "../support/webhooks.ts";

const ANY = { "if-match": "*" };

const secretOf = (body: unknown) =>
  z.object({ webhookId: z.int(), secret: z.string() }).parse(body);

describeDatabase("webhooks", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  const admin = api.asSystemAdmin();
  const receiver = perTest(() => aReceiver());
  const own = perTest(() => api.organization());

  beforeEach(async () => {
    api.clock.set(NOON);
    await api.db.deleteFrom("webhooks").execute();
    await api.db.deleteFrom("webhook_events").execute();
  });

  const deps = () => ({ db: api.db, now: () => api.clock.now() });
  /** The events that wait, as if a second had passed. */
  const waiting = async () => {
    await api.db
      .updateTable("webhook_events")
      .set({ occurred_at: new Date(Date.now() - 5_000) })
      .execute();
    return (await api.db.selectFrom("webhook_events").select("type").execute()).map(
      ({ type }) => type,
    );
  };
  const stateOf = async (webhookId: number) => (await admin.get(`${WEBHOOKS}/${webhookId}`)).body;
  const deliveriesOf = async (webhookId: number) =>
    z
      .array(z.looseObject({ deliveryId: z.int(), status: z.string() }))
      .parse(
        Reflect.get(
          Object((await admin.get(`${WEBHOOKS}/${webhookId}/deliveries`)).body),
          "content",
        ),
      );
  const deliveryOf = (body: unknown) => z.looseObject({ deliveryId: z.int() }).parse(body);
  const changeWords = async () => {
    const dictionaryId = await aDictionary(api, own);
    await someEntries(api, { ...own, dictionaryId }, [{}]);
  };

  describe("are registered", () => {
    it("with a secret that is told once, and kept from every log", async () => {
      const body = {
        url: receiver.url,
        events: ["vocabulary.changed"],
        organizationIds: [own.organizationId],
      };
      const created = await admin.post(WEBHOOKS, body);
      const { webhookId, secret } = secretOf(created.body);
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(created).toMatchObject({
        status: 201,
        headers: { etag: '"1"', "cache-control": "no-store" },
        body: { ...body, failingSince: null, pausedAt: null, rotatedUntil: null },
      });
      const read = await admin.get(`${WEBHOOKS}/${webhookId}`);
      const events = await admin.get("/admin/api/v1/audit-events?targetKind=webhook");
      expect(Reflect.get(Object(events.body), "content")).toMatchObject([
        { operation: "createWebhook", target: { name: new URL(receiver.url).host } },
      ]);
      for (const text of [read.text, events.text, api.log.join("")]) {
        expect(text).not.toContain(secret.slice(6));
      }
    });

    it.each([
      ["ftp://example.com/", "URLはhttps://で始まるものを入力してください。"],
      ["not a url", "URLの形式に誤りがあります。"],
      ["https://user:secret@example.com/", "URLにユーザー名やパスワードを含めることはできません。"],
      [
        "https://10.0.0.1/",
        "社内や端末内のアドレスには送信できません。外部から接続できるURLを入力してください。",
      ],
      ["https://no-such-host.invalid/", "URLのホスト名が見つかりませんでした。"],
    ])("but not at %s", async (url, message) => {
      const answer = await admin.post(WEBHOOKS, { url, events: ["cap.reached"] });
      expect(answer).toMatchObject({ status: 422, body: { errors: { url: message } } });
    });

    it("for known organizations and events only", async () => {
      const send = (changes: object) =>
        admin.post(WEBHOOKS, { url: receiver.url, events: ["cap.reached"], ...changes });
      for (const wrong of [
        { organizationIds: [999_999] },
        { organizationIds: [] },
        { events: [] },
        { events: ["user.created"] },
        { events: ["cap.reached", "cap.reached"] },
      ]) {
        expect((await send(wrong)).status, JSON.stringify(wrong)).toBe(422);
      }
    });

    it("and changed, each by its version", async () => {
      const webhookId = await aWebhook(api);
      const url = `${WEBHOOKS}/${webhookId}`;
      const changed = await admin.patch(
        url,
        { events: ["contract.created"] },
        { "if-match": '"1"' },
      );
      expect(changed).toMatchObject({
        status: 200,
        body: { version: 2, events: ["contract.created"] },
      });
      expect((await admin.patch(url, { paused: true }, { "if-match": '"1"' })).status).toBe(412);
      expect((await admin.delete(url, ANY)).status).toBe(200);
      expect((await admin.get(url)).status).toBe(404);
    });
  });

  describe("are told", () => {
    it("by a signed message without personal data, once for what happens within a second", async () => {
      const webhookId = await aWebhook(api, { url: receiver.url });
      await changeWords();
      await changeWords();
      expect(await waiting()).toEqual(["vocabulary.changed", "vocabulary.changed"]);
      await collectEvents(deps());
      await sendDue(api);
      expect(receiver.messages).toHaveLength(1);
      const [{ headers, body } = { headers: {}, body: "" }] = receiver.messages;
      expect(JSON.parse(body)).toEqual({
        type: "vocabulary.changed",
        ...own,
        revision: 3,
        occurredAt: expect.any(String),
      });
      const [{ deliveryId } = { deliveryId: 0 }] = await deliveriesOf(webhookId);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "webhook-id": `msg_${deliveryId}`,
      });
      // The library looks at the time of the message by the real clock.
      const verified = new Verifier(SECRET).sign(`msg_${deliveryId}`, api.clock.now(), body);
      expect(headers["webhook-signature"]).toBe(verified);
      expect(headers["webhook-timestamp"]).toBe(String(api.clock.now().getTime() / 1_000));
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { status: "DELIVERED", attempts: 1, lastStatus: 204, ...own, revision: 3 },
      ]);
    });

    it("of nothing before a second has passed, and never of what was rolled back", async () => {
      await aWebhook(api, { url: receiver.url });
      await changeWords();
      await collectEvents(deps());
      expect(await waiting()).toEqual(["vocabulary.changed"]);
      const dictionaryId = await aDictionary(api, own);
      const twice = [
        { surface: "語", reading: "ご" },
        { surface: "語", reading: "ご" },
      ];
      await expect(someEntries(api, { ...own, dictionaryId }, twice)).rejects.toThrow();
      expect(await waiting()).toEqual(["vocabulary.changed"]);
    });

    it("of their events and organizations only, and of nothing while paused", async () => {
      const other = await api.anOrganization();
      await aWebhook(api, { events: ["vocabulary.changed"], organizationIds: [other] });
      await aWebhook(api, { events: ["cap.reached"] });
      const paused = await aWebhook(api);
      await admin.patch(`${WEBHOOKS}/${paused}`, { paused: true }, ANY);
      await changeWords();
      expect(await waiting()).toEqual([]);
    });

    it("of a contract from its creation to its end, and of what is left of it", async () => {
      const events: WebhookEvent[] = [
        "contract.created",
        "contract.updated",
        "contract.ended",
        "limits.changed",
        "cap.reached",
      ];
      await aWebhook(api, { events });
      const delivered = async (work: () => Promise<{ status: number }>) => {
        await api.db.deleteFrom("webhook_events").execute();
        expect((await work()).status).toBeLessThan(300);
        return waiting();
      };
      const contracts = "/admin/api/v1/contracts";
      const contractId = await aContract(api.db, {
        ...own,
        ...april,
        maxTranscriptCount: 5,
      });
      const url = `${contracts}/${contractId}`;
      expect(await delivered(() => admin.patch(url, { maxTranscriptCount: 6 }, ANY))).toEqual([
        "contract.updated",
        "limits.changed",
      ]);
      const adjusted = { transcriptCount: 1, seconds: 60, reason: "訂正" };
      expect(await delivered(() => admin.post(`${url}/adjustments`, adjusted))).toEqual([
        "limits.changed",
      ]);
      const unused = await aContract(api.db, {
        ...own,
        startDate: "2026-06-01",
        endDate: "2026-06-30",
      });
      expect(await delivered(() => admin.delete(`${contracts}/${unused}`, ANY))).toEqual([
        "contract.ended",
        "limits.changed",
      ]);
      api.clock.set("2026-05-01T00:00:10+09:00");
      await api.db.deleteFrom("webhook_events").execute();
      await evaluateDay({ ...deps(), config: { smtp: null } }, 0);
      expect((await waiting()).toSorted()).toEqual(["contract.ended", "limits.changed"]);
    });

    it("of all that there is, also of a month that is closed", async () => {
      const body = { url: receiver.url, events: WEBHOOK_EVENTS };
      expect(await admin.post(WEBHOOKS, body)).toMatchObject({ status: 201, body });
      const contractId = await aContract(api.db, { ...own, ...april });
      api.clock.set("2026-05-02T00:00:00+09:00");
      const month = { month: "2026-04", contractIds: [contractId] };
      expect(await admin.post(CLOSINGS, month)).toMatchObject({ body: { closed: 1 } });
      expect(await waiting()).toEqual(["month.closed"]);
      await collectEvents(deps());
      await sendDue(api);
      expect(receiver.messages.map((message) => JSON.parse(message.body))).toMatchObject([
        { type: "month.closed", ...own },
      ]);
    });
  });

  describe("that fail", () => {
    const failing = async () => {
      const webhookId = await aWebhook(api, { url: receiver.url });
      receiver.answer = (response) => response.writeHead(500).end("sorry");
      const deliveryId = await aDelivery(api, { webhookId, ...own });
      await sendDue(api);
      return { webhookId, deliveryId };
    };

    it("are left alone for a while, tried again, and told with the same id", async () => {
      const { webhookId, deliveryId } = await failing();
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { status: "PENDING", attempts: 1, lastStatus: 500 },
      ]);
      expect(await stateOf(webhookId)).toMatchObject({
        failingSince: api.clock.now().toISOString(),
        lastStatus: 500,
        lastError: null,
        nextTryAt: addSeconds(api.clock.now(), 5).toISOString(),
        pausedAt: null,
      });
      await sendDue(api);
      expect(receiver.messages).toHaveLength(1);
      api.clock.set(addSeconds(api.clock.now(), 6));
      receiver.answer = (response) => response.writeHead(200).end("ok");
      await sendDue(api);
      const ids = receiver.messages.map(({ headers }) => headers["webhook-id"]);
      expect(ids).toEqual([`msg_${deliveryId}`, `msg_${deliveryId}`]);
      expect(await stateOf(webhookId)).toMatchObject({
        failingSince: null,
        lastStatus: null,
        nextTryAt: null,
      });
      expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "DELIVERED", attempts: 2 }]);
    });

    it("for a day are paused, and go on when a user says so", async () => {
      const { webhookId, deliveryId } = await failing();
      api.clock.set(addHours(api.clock.now(), 25));
      await sendDue(api);
      expect(await stateOf(webhookId)).toMatchObject({
        pausedAt: api.clock.now().toISOString(),
        lastStatus: 500,
        nextTryAt: null,
      });
      expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "FAILED" }]);
      const again = `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/resend`;
      expect(await admin.post(again, {})).toMatchObject({
        status: 409,
        body: { code: "WEBHOOK_PAUSED" },
      });
      const resumed = await admin.patch(`${WEBHOOKS}/${webhookId}`, { paused: false }, ANY);
      expect(resumed).toMatchObject({ body: { pausedAt: null, failingSince: null } });
      receiver.answer = (response) => response.writeHead(204).end();
      const resent = await admin.post(
        `${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/resend`,
        {},
      );
      expect(resent).toMatchObject({ status: 200, body: { status: "PENDING" } });
      await sendDue(api);
      expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "DELIVERED" }]);
    });

    it("are tried at once when a user sends them again, or corrects the address", async () => {
      const { webhookId, deliveryId } = await failing();
      receiver.answer = (response) => response.writeHead(204).end();
      await admin.post(`${WEBHOOKS}/${webhookId}/deliveries/${deliveryId}/resend`, {});
      await sendDue(api);
      expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "DELIVERED" }]);
      const log = `/admin/api/v1/audit-events?targetKind=webhook&targetId=${webhookId}`;
      expect((await admin.get(log)).body).toMatchObject({
        content: [{ changes: [{ field: "deliveryId", before: null, after: deliveryId }] }],
      });

      receiver.answer = (response) => response.writeHead(500).end();
      const waits = await aDelivery(api, { webhookId, ...own });
      const attempts = async () =>
        (await deliveriesOf(webhookId)).find((each) => each.deliveryId === waits)?.attempts;
      await sendDue(api);
      await sendDue(api);
      expect(await attempts()).toBe(1);
      await admin.patch(`${WEBHOOKS}/${webhookId}`, { url: receiver.url }, ANY);
      await sendDue(api);
      expect(await attempts()).toBe(2);
    });

    it.each([
      ["redirect", (url: string) => ({ status: 302, headers: { location: url } }), 302],
      ["answer that they are gone", () => ({ status: 410, headers: {} }), 410],
    ] as const)("%s", async (_, answer, status) => {
      const { webhookId } = await failing();
      api.clock.set(addSeconds(api.clock.now(), 6));
      receiver.answer = (response) => {
        const { status: code, headers } = answer(receiver.url);
        response.writeHead(code, headers).end();
      };
      await sendDue(api);
      expect(receiver.messages).toHaveLength(2);
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { status: "PENDING", lastStatus: status },
      ]);
    });

    it("because nobody listens say so", async () => {
      const webhookId = await aWebhook(api, { url: "http://127.0.0.1:9/hooks" });
      await aDelivery(api, { webhookId, ...own });
      await sendDue(api);
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { status: "PENDING", lastStatus: null, lastError: "ECONNREFUSED" },
      ]);
      expect(await stateOf(webhookId)).toMatchObject({
        lastStatus: null,
        lastError: "ECONNREFUSED",
      });
    });
  });

  describe("as a test", () => {
    const testOf = (webhookId: number) => admin.post(`${WEBHOOKS}/${webhookId}/test`, {});

    it("arrive at once, signed, whatever the receiver is to be told of and although it fails", async () => {
      const webhookId = await aWebhook(api, { url: receiver.url, events: ["cap.reached"] });
      receiver.answer = (response) => response.writeHead(500).end();
      await aDelivery(api, { webhookId, ...own });
      await sendDue(api);
      receiver.answer = (response) => response.writeHead(204).end();
      const asked = await testOf(webhookId);
      expect(asked).toMatchObject({
        status: 201,
        body: { type: "test", organizationId: null, organizationName: null, status: "PENDING" },
      });
      await sendDue(api);
      const { deliveryId } = deliveryOf(asked.body);
      const message = receiver.messages[1];
      expect(message?.headers["webhook-id"]).toBe(`msg_${deliveryId}`);
      expect(JSON.parse(message?.body ?? "")).toEqual({
        type: "test",
        occurredAt: api.clock.now().toISOString(),
      });
      const signed = new Verifier(SECRET).sign(
        `msg_${deliveryId}`,
        api.clock.now(),
        message?.body ?? "",
      );
      expect(message?.headers["webhook-signature"]).toBe(signed);
      expect(await stateOf(webhookId)).toMatchObject({ failingSince: null });
    });

    it("are tried once, and change nothing for the receiver if they fail", async () => {
      const webhookId = await aWebhook(api, { url: receiver.url });
      receiver.answer = (response) => response.writeHead(404).end();
      await testOf(webhookId);
      await sendDue(api);
      await sendDue(api);
      expect(receiver.messages).toHaveLength(1);
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { type: "test", status: "FAILED", attempts: 1, lastStatus: 404 },
      ]);
      expect(await stateOf(webhookId)).toMatchObject({ failingSince: null, nextTryAt: null });
    });

    it("are refused while the receiver is paused", async () => {
      const webhookId = await aWebhook(api, { url: receiver.url });
      await admin.patch(`${WEBHOOKS}/${webhookId}`, { paused: true }, ANY);
      expect(await testOf(webhookId)).toMatchObject({
        status: 409,
        body: { code: "WEBHOOK_PAUSED" },
      });
    });
  });

  it("are signed by each secret for a day after it was replaced", async () => {
    const webhookId = await aWebhook(api, { url: receiver.url });
    const rotate = async () => {
      const rotated = await admin.post(`${WEBHOOKS}/${webhookId}/secret`, {}, ANY);
      return secretOf(rotated.body).secret;
    };
    const signing = async (secrets: string[]) => {
      const deliveryId = await aDelivery(api, { webhookId, ...own });
      await sendDue(api);
      const { headers, body } = receiver.messages.at(-1) ?? { headers: {}, body: "" };
      const sent = String(headers["webhook-signature"]).split(" ");
      const signatures = secrets.map((secret) =>
        new Verifier(secret).sign(`msg_${deliveryId}`, api.clock.now(), body),
      );
      expect(sent).toHaveLength(sent.filter((each) => signatures.includes(each)).length);
      return signatures.map((signature) => sent.includes(signature));
    };
    const later = (hours: number) => api.clock.set(addHours(api.clock.now(), hours));
    const secrets = [SECRET, await rotate()];
    expect(await signing(secrets)).toEqual([true, true]);
    later(10);
    secrets.push(await rotate(), await rotate());
    expect(await signing(secrets)).toEqual([true, true, true, true]);
    later(13);
    secrets.push(await rotate());
    expect(await signing(secrets)).toEqual([true, true, true, true, true]);
    later(2);
    expect(await signing(secrets)).toEqual([false, true, true, true, true]);
    later(10);
    expect(await signing(secrets)).toEqual([false, false, false, true, true]);
    later(24);
    expect(await signing(secrets)).toEqual([false, false, false, false, true]);
  });
});
