import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { auditWorld, eventsOf, latestEvent } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, lockFor } from "../support/dictionaryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";

const OWN_SESSION = "/api/v1/session";

describeDatabase("the audit log", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => auditWorld(api));

  const latest = () => latestEvent(api.db);
  const events = (operation: string, actor?: TestUser) => eventsOf(api.db, operation, actor);
  const outcomes = async (operation: string, actor: TestUser) =>
    (await events(operation, actor)).map(({ outcome }) => outcome);
  const aMember = () => api.aUser({ organizationId: world.organizationId });
  const disable = ({ userId }: TestUser) =>
    world.provider.patch(`${USERS}/${userId}`, { status: "DISABLED" });
  const bearer = (token: string) =>
    new ApiClient(api.app, async () => ({ authorization: `Bearer ${token}` }));
  const openSession = async (idToken: string) =>
    new ApiClient(api.app, async () => SAME_ORIGIN).post(SESSION, { idToken });
  /** As if the events were older. */
  const age = (seconds: number) =>
    sql`update audit_events set occurred_at = occurred_at - make_interval(secs => ${seconds})`.execute(
      api.db,
    );

  describe("of sign-ins", () => {
    it("has one for each sign-in, not for each request or renewed token", async () => {
      const person = await aMember();
      const client = api.as(person);
      await Promise.all(Array.from({ length: 8 }, () => client.get(PROFILE)));
      const token = await api.idToken(person);
      const seconds = Math.floor(Date.now() / 1000);
      expect((await bearer(api.tokenWith(token, { iat: seconds + 1 })).get(PROFILE)).status).toBe(
        200,
      );
      expect(await events("signIn", person)).toMatchObject([
        {
          organization_id: world.organizationId,
          outcome: "DONE",
          target_kind: "user",
          target_id: person.userId,
          address: client.address,
        },
      ]);
      const again = api.tokenWith(token, { auth_time: seconds + 5, iat: seconds + 5 });
      expect((await bearer(again).get(PROFILE)).status).toBe(200);
      // A token of the sign-in before it is no third one.
      expect((await client.get(PROFILE)).status).toBe(200);
      expect(await outcomes("signIn", person)).toEqual(["DONE", "DONE"]);
    });

    it("has the sign-out of the staff area", async () => {
      const person = await aMember();
      expect((await api.as(person).delete(OWN_SESSION)).status).toBe(204);
      expect(await outcomes("signOut", person)).toEqual(["DONE"]);
    });

    it("has the sign-in and the sign-out of an admin session, and no third one", async () => {
      const person = await api.aUser();
      const own = { cookie: await api.openSession(person), ...SAME_ORIGIN };
      await api.anonymous.get("/admin/api/v1/me", own);
      await api.anonymous.delete(SESSION, own);
      await api.anonymous.delete(SESSION, own);
      expect(await events("openSession", person)).toMatchObject([{ organization_id: 0 }]);
      expect(await outcomes("endSession", person)).toEqual(["DONE"]);
      expect(await events("signIn", person)).toEqual([]);
    });
  });

  describe("of refusals", () => {
    it("has a disabled person's sign-in once a minute, however many requests come", async () => {
      const person = await aMember();
      const client = api.as(person);
      await client.get(PROFILE);
      await disable(person);
      const answers = await Promise.all([1, 2, 3].map(() => client.get(PROFILE)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(await outcomes("signIn", person)).toEqual(["DONE", "REFUSED"]);
      await age(61);
      await client.get(PROFILE);
      expect(await outcomes("signIn", person)).toEqual(["DONE", "REFUSED", "REFUSED"]);
    });

    it("has the admin session that a disabled system admin or a member asks for", async () => {
      const former = await api.aUser();
      const token = await api.idToken(former);
      await disable(former);
      expect((await openSession(token)).status).toBe(401);
      const member = await aMember();
      expect((await openSession(await api.idToken(member))).status).toBe(403);
      for (const person of [former, member]) {
        const refused = (await events("openSession", person)).concat(
          await events("signIn", person),
        );
        expect(refused).toMatchObject([{ outcome: "REFUSED", target_id: person.userId }]);
      }
    });

    it("has a lack of rights once a minute per operation, although 20 requests come at once", async () => {
      const person = await aMember();
      const client = api.as(person);
      const ask = () => client.post(DICTIONARIES, { category: "一般辞書", dictionaryName: "x" });
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
      expect(await events("createDictionary", person)).toMatchObject([
        {
          outcome: "REFUSED",
          target_kind: "request",
          target_id: null,
          target_name: DICTIONARIES,
          address: client.address,
        },
      ]);
      await client.delete(`${DICTIONARIES}/1?reason=${encodeURIComponent("内緒")}`);
      expect(await events("deleteDictionary", person)).toMatchObject([
        { outcome: "REFUSED", target_name: `${DICTIONARIES}/1` },
      ]);
      const other = await aMember();
      await api.as(other).post(DICTIONARIES, { category: "一般辞書", dictionaryName: "x" });
      expect(await outcomes("createDictionary", other)).toEqual(["REFUSED"]);
      await age(61);
      await ask();
      expect(await outcomes("createDictionary", person)).toEqual(["REFUSED", "REFUSED"]);
    });

    it("has none of who is unknown, nor of a service key, which is no person", async () => {
      const before = (await latest())?.audit_event_id;
      await api.anonymous.get(PROFILE);
      await bearer("garbage").get(PROFILE);
      const { key } = await aServiceKey(api, { scopes: ["usage.report"] });
      expect((await withKey(api, key).get(DICTIONARIES)).status).toBeGreaterThanOrEqual(400);
      expect((await latest())?.audit_event_id).toBe(before);
    });
  });

  describe("of what leaves no other trace", () => {
    it("has a lock that was taken away with its reason", async () => {
      const { organizationId, dictionaryAdmin, organizationAdmin } = world;
      const dictionaryId = await aDictionary(api, { organizationId, dictionaryName: "社内用語" });
      await lockFor(api, { organizationId, dictionaryId, userId: dictionaryAdmin.userId });
      const reason = encodeURIComponent("急ぎのため");
      const lock = `${DICTIONARIES}/${dictionaryId}/lock?force=true&reason=${reason}`;
      await api.as(organizationAdmin).delete(lock);
      expect(await latest()).toMatchObject({
        operation: "releaseLock",
        target_kind: "dictionary",
        target_name: "社内用語",
        reason: "急ぎのため",
      });
    });

    it("has a copied invitation link without the link", async () => {
      const { provider, organizationId } = world;
      const invited = userOf(await provider.post(USERS, newUser({ organizationId })));
      const link = await provider.post(`${USERS}/${invited.userId}/invitation/link`, {});
      const event = await latest();
      expect(event).toMatchObject({ operation: "createInvitationLink", target_id: invited.userId });
      const token = new URL(Object(link.body).link).searchParams.get("invite");
      expect(token).toBeTruthy();
      expect(JSON.stringify(event)).not.toContain(token);
    });

    it("has a download with the name of the file, from either area", async () => {
      const { organizationAdmin, staff, organizationId, provider } = world;
      await api.as(organizationAdmin).get("/api/v1/users/export");
      expect(await latest()).toMatchObject({
        operation: "exportMembers",
        target_kind: "file",
        target_name: expect.stringMatching(/^メンバー一覧_\d{8}\.csv$/),
      });
      await provider.get(`${CONTRACTS}/export`);
      expect(await latest()).toMatchObject({
        organization_id: 0,
        operation: "exportContracts",
        target_name: expect.stringMatching(/^契約一覧_\d{8}\.csv$/),
      });
      const dictionaryId = await aDictionary(api, { organizationId });
      await api.as(staff).get(`${DICTIONARIES}/${dictionaryId}/export?format=csv`);
      expect(await latest()).toMatchObject({
        operation: "exportEntries",
        target_kind: "dictionary",
        target_id: String(dictionaryId),
        changes: [{ field: "fileName", before: null, after: expect.stringMatching(/\.csv$/) }],
      });
    });
  });
});
