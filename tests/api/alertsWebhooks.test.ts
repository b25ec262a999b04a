import { addHours } from "date-fns";
import { afterEach, beforeEach, expect, it } from "vitest";
import { evaluateWebhooks } from "../../server/modules/alerts/service/evaluateProvider.ts";
import { ALERTS, alertsOf, OWN_ALERTS } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aReceiver } from "../support/receiver.ts";
import { NOON } from "../support/usage.ts";
import { aDelivery, aWebhook, sendDue, WEBHOOKS } from "../support/webhooks.ts";

const ANY = { "if-match": "*" };

describeDatabase("a receiver that failed for a day", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  const admin = api.asSystemAdmin();
  const receiver = perTest(() => aReceiver());
  const own = perTest(() => api.organization());
  let webhookId: number;

  beforeEach(async () => {
    api.clock.set(NOON);
    await api.db.deleteFrom("alerts").execute();
    receiver.answer = (response) => response.writeHead(500).end();
    webhookId = await aWebhook(api, { url: receiver.url });
    await aDelivery(api, { webhookId, ...own });
    await tryOnce();
  });
  afterEach(() => api.db.deleteFrom("webhooks").execute());

  const deps = () => ({ db: api.db, now: () => api.clock.now(), config: { smtp: null } });
  const alerts = async () => alertsOf(await admin.get(`${ALERTS}?kind=WEBHOOK_PAUSED`));
  const after = async (hours: number) => {
    api.clock.set(addHours(NOON, hours));
    await evaluateWebhooks(deps());
    const all = alertsOf(await admin.get(`${ALERTS}?sort=raisedAt,asc`));
    return all.map(({ kind, resolvedAt }) => `${resolvedAt ? "over" : "open"} ${kind}`);
  };
  const tryOnce = () => sendDue(api);
  const failForADay = async () => {
    api.clock.set(addHours(api.clock.now(), 24));
    await tryOnce();
  };

  it("raises one alert, however many copies of the server look", async () => {
    await evaluateWebhooks(deps());
    expect(await alerts()).toEqual([]);
    await failForADay();
    await Promise.all([1, 2, 3, 4].map(() => evaluateWebhooks(deps())));
    await evaluateWebhooks(deps());
    const { host } = new URL(receiver.url);
    expect(await alerts()).toMatchObject([
      {
        webhookId,
        organizationId: null,
        organizationName: null,
        contractId: null,
        message: `${host}への送信に24時間続けて失敗したため、Webhookを一時停止しました。`,
        resolvedAt: null,
        readAt: null,
      },
    ]);
  });

  it("has one alert after an hour, and another four hours before it is paused", async () => {
    expect(await after(0.99)).toEqual([]);
    expect(await after(1)).toEqual(["open WEBHOOK_FAILING"]);
    expect(await after(19.99)).toEqual(["open WEBHOOK_FAILING"]);
    expect(await after(20)).toEqual(["open WEBHOOK_PAUSE_NEAR", "over WEBHOOK_FAILING"]);
    await failForADay();
    expect(await after(24)).toEqual([
      "open WEBHOOK_PAUSED",
      "over WEBHOOK_FAILING",
      "over WEBHOOK_PAUSE_NEAR",
    ]);
    const { host } = new URL(receiver.url);
    const messages = alertsOf(await admin.get(`${ALERTS}?sort=raisedAt,asc`));
    expect(messages.map(({ message }) => message).slice(1)).toEqual(
      [1, 20].map(
        (hours) =>
          `${host}への送信に${hours}時間続けて失敗しています。2026/04/16 12:00までに送信できないと、Webhookを一時停止します。`,
      ),
    );
  });

  it("has no alert once it works again, or a person paused it", async () => {
    expect(await after(2)).toEqual(["open WEBHOOK_FAILING"]);
    receiver.answer = (response) => response.writeHead(204).end();
    await tryOnce();
    expect(await after(3)).toEqual(["over WEBHOOK_FAILING"]);

    receiver.answer = (response) => response.writeHead(500).end();
    await aDelivery(api, { webhookId, ...own });
    await tryOnce();
    expect(await after(5)).toEqual(["open WEBHOOK_FAILING", "over WEBHOOK_FAILING"]);
    await admin.patch(`${WEBHOOKS}/${webhookId}`, { paused: true }, ANY);
    expect(await after(6)).toEqual(["over WEBHOOK_FAILING", "over WEBHOOK_FAILING"]);
  });

  it("has no alert again that a copy of the release before has resolved", async () => {
    expect(await after(2)).toEqual(["open WEBHOOK_FAILING"]);
    await api.db.updateTable("alerts").set({ resolved_at: api.clock.now() }).execute();
    expect(await after(3)).toEqual(["over WEBHOOK_FAILING"]);
  });

  it("is told to system admins alone, who can read it", async () => {
    await failForADay();
    await evaluateWebhooks(deps());
    const member = await api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    expect(alertsOf(await member.get(OWN_ALERTS))).toEqual([]);
    const [alert] = await alerts();
    expect((await member.post(`${OWN_ALERTS}/${alert?.alertId}/read`, {})).status).toBe(404);
    const read = await admin.post(`${ALERTS}/${alert?.alertId}/read`, {});
    expect(read).toMatchObject({ status: 200, body: { readAt: api.clock.now().toISOString() } });
    const unread = await admin.get(`${ALERTS}?kind=WEBHOOK_PAUSED&unread=true`);
    expect(alertsOf(unread)).toEqual([]);
  });

  it("has its alert resolved when a user lets it go on", async () => {
    await failForADay();
    await evaluateWebhooks(deps());
    await admin.patch(`${WEBHOOKS}/${webhookId}`, { paused: false }, ANY);
    await evaluateWebhooks(deps());
    expect(await alerts()).toMatchObject([{ resolvedAt: api.clock.now().toISOString() }]);
  });

  it("has its alert resolved when it is deleted, and keeps it as history", async () => {
    await failForADay();
    await evaluateWebhooks(deps());
    expect((await admin.delete(`${WEBHOOKS}/${webhookId}`, ANY)).status).toBe(200);
    await evaluateWebhooks(deps());
    expect(await alerts()).toMatchObject([{ webhookId, resolvedAt: expect.any(String) }]);
  });

  it("raises none when a user had paused it before", async () => {
    await admin.patch(`${WEBHOOKS}/${webhookId}`, { paused: true }, ANY);
    await failForADay();
    await evaluateWebhooks(deps());
    expect(await alerts()).toEqual([]);
  });

  it("is in the audit log as paused by the system", async () => {
    await failForADay();
    const events = await admin.get(
      `/admin/api/v1/audit-events?targetKind=webhook&targetId=${webhookId}`,
    );
    expect(events.body).toMatchObject({
      content: [
        {
          actor: { kind: "system" },
          changes: [{ field: "paused", before: false, after: true }],
        },
      ],
    });
  });
});
