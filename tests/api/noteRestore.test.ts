import { subMinutes } from "date-fns";
import { expect, it, vi } from "vitest";
import type { WebhookEvent } from "../../domain/webhooks/rules.ts";
import { actAsOperator, actAsSystem } from "../../server/audit/acting.ts";
import { reconcileAccounts } from "../../server/modules/people/accounts/reconcileAccounts.ts";
import { isRepairHeld } from "../../server/modules/people/accounts/requestAccount.ts";
import { makeDeliveries } from "../../server/modules/webhooks/queries/webhooks.ts";
import { HELD, release, releaseRepair } from "../../server/restored/held.ts";
import { noteRestore } from "../../server/restored/noteRestore.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { anInvitation, OPEN } from "../support/invitations.ts";
import { perTest } from "../support/perSuite.ts";
import { aReceiver } from "../support/receiver.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { changesSince, VOCABULARY } from "../support/vocabularyRequests.ts";
import { aDelivery, aWebhook, sendDue, WEBHOOKS } from "../support/webhooks.ts";

describeDatabase("after a restore", (engine) => {
  const api = suiteApi(engine, { parts: { jobPollSeconds: 0.5 } });
  const releasing = () => ({ config: api.config, db: api.db, now: api.clock.now });

  const receiver = perTest(aReceiver);

  async function settle() {
    await api.db
      .transaction()
      .execute((trx) => makeDeliveries(trx, { waitedMs: 0, at: api.clock.now() }));
    await sendDue(api);
  }

  /** Some minutes ago, so that a user who signs in from now on has done so later. */
  async function aRestore() {
    const now = subMinutes(api.clock.now(), 2);
    await actAsOperator("restored", () =>
      noteRestore(api.db, { restoredTo: subMinutes(now, 10), now }),
    );
    return now;
  }

  it("an engine is told to begin again, whatever revision it holds", async () => {
    const organizationId = await api.anOrganization();
    const dictionaryId = await aDictionary(api, { organizationId, category: "業務辞書" });
    await someEntries(api, { organizationId, dictionaryId }, [{ surface: "語" }]);
    const program = withKey(api, (await aServiceKey(api)).key);
    const at = (after: number) =>
      program.get(`${VOCABULARY}/changes?organizationId=${organizationId}&after=${after}`);
    const { revision } = await changesSince(program, organizationId, 0);
    expect((await at(revision)).status).toBe(200);

    const now = api.clock.now();
    await actAsOperator("restored", async () => {
      await noteRestore(api.db, { restoredTo: subMinutes(now, 10), now });
      expect((await at(revision)).status).toBe(401);
      const { body } = await api.asSystemAdmin().get("/admin/api/v1/service-keys");
      expect(body).toMatchObject({ content: [{ heldAt: now.toISOString(), revokedAt: null }] });
      await release(releasing(), "keys", "all");
    });
    for (const held of [revision, revision + 1, revision + 60_000]) {
      expect((await at(held)).status).toBe(410);
    }
    const again = await changesSince(program, organizationId, 0);
    expect(again.revision).toBe(revision + 61_000);
    expect(again.upserts.map(({ surface }) => surface)).toEqual(["語"]);
    expect((await at(again.revision)).status).toBe(200);
  });

  it("accounts stay as they are until the repair is released, and the database wins then", async () => {
    const { userId } = await api.aUser({ organizationId: await api.anOrganization() });
    const isDisabled = async () =>
      (await api.identity.findAccounts([userId])).get(userId)?.disabled;
    const now = api.clock.now();
    await actAsOperator("restored", () =>
      noteRestore(api.db, { restoredTo: subMinutes(now, 10), now }),
    );
    await api.identity.updateUser(userId, { disabled: true });
    const { log } = api.app;
    const { config, db, identity } = api;
    const deps = { config, db, identity, now: api.clock.now, log };
    await actAsSystem("reconcileAccounts", () => reconcileAccounts(deps));
    expect(await db.selectFrom("identity_outbox").select("user_id").execute()).toEqual([]);
    expect(await isDisabled()).toBe(true);
    await api.app.jobs.start();
    await releaseRepair(db);
    await vi.waitFor(async () => expect(await isDisabled()).toBe(false), { timeout: 20_000 });
    expect(await isRepairHeld(db)).toBe(false);
  });

  it("links of invitations have ended, also of who has used one since", async () => {
    const organizationId = await api.anOrganization();
    const { userId } = await api.aUser({ organizationId, status: "INVITED" });
    const token = await anInvitation(api, userId);
    expect((await api.anonymous.post(OPEN, { token })).status).toBe(200);
    await aRestore();
    expect((await api.anonymous.post(OPEN, { token })).status).toBe(404);
  });

  it("receivers are told nothing until they go on, and then to ask for everything again", async () => {
    const organizationId = await api.anOrganization();
    const input = { url: receiver.url, organizationIds: [organizationId] };
    const paused = await aWebhook(api, input);
    const events: WebhookEvent[] = ["limits.changed", "vocabulary.changed"];
    const byOperator = await aWebhook(api, { ...input, events });
    const byAdmin = await aWebhook(api, { ...input, events: ["limits.changed"] });
    await api.asSystemAdmin().patch(`${WEBHOOKS}/${paused}`, { paused: true });
    await aDelivery(api, { webhookId: byOperator, organizationId });
    const now = await aRestore();
    const admin = api.asSystemAdmin();
    await settle();
    expect(receiver.messages).toEqual([]);
    const held = { paused: true, heldAt: now.toISOString() };
    expect((await admin.get(`${WEBHOOKS}/${byAdmin}`)).body).toMatchObject(held);
    const waiting = await HELD.webhooks.find(api.db);
    expect(waiting.map(({ id }) => id)).toEqual([byOperator, byAdmin]);

    const released = await actAsOperator("restored", () =>
      release(releasing(), "webhooks", [paused, byOperator]),
    );
    expect(released.map(({ id }) => id)).toEqual([byOperator]);
    await settle();
    const delivered = receiver.messages.map(({ body }) => JSON.parse(body).type);
    expect(delivered.toSorted()).toEqual(events);
    const freed = await admin.patch(`${WEBHOOKS}/${byAdmin}`, { paused: false });
    expect(freed.body).toMatchObject({ paused: false, heldAt: null });
    expect(await HELD.webhooks.find(api.db)).toEqual([]);
    expect((await admin.get(`${WEBHOOKS}/${paused}`)).body).toMatchObject({ paused: true });
  });

  it("nobody of an organization is let in until its address limit is confirmed", async () => {
    const people = await Promise.all(
      ["一", "二"].map(async () => {
        const organizationId = await api.anOrganization();
        return { organizationId, user: await api.aUser({ organizationId }) };
      }),
    );
    const [one, other] = people;
    if (!one || !other) throw new Error("two organizations were made");
    await aRestore();
    const statuses = () =>
      Promise.all(
        people.map(async ({ user }) => (await api.as(user).get("/api/v1/users/me")).status),
      );
    expect(await statuses()).toEqual([403, 403]);
    const held = await HELD.addresses.find(api.db);
    expect(held).toContainEqual({
      id: one.organizationId,
      name: expect.any(String),
      detail: "no limit",
    });

    await actAsOperator("restored", () => release(releasing(), "addresses", [one.organizationId]));
    expect(await statuses()).toEqual([200, 403]);
    const url = `/admin/api/v1/organizations/${other.organizationId}`;
    const admin = api.asSystemAdmin();
    await admin.patch(url, { organizationName: "改名社" });
    expect(await statuses()).toEqual([200, 403]);
    const confirmed = await admin.patch(url, { allowedAddresses: [] });
    expect(confirmed.body).toMatchObject({ addressesHeldAt: null, version: 4 });
    expect(await statuses()).toEqual([200, 200]);
  });
});
