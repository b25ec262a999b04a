import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuditEventPage, auditEventPage } from "../../domain/audit/schemas.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { recordEvent } from "../../server/audit/recordEvent.ts";
import { LOOKED_AT } from "../../server/modules/audit/queries/auditEvents.ts";
import { type TestApi, testApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeEachEngine } from "../support/database.ts";
import { aDictionary, DICTIONARIES, lockFor } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { newUser, USERS, userOf } from "../support/userRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const OWN_EVENTS = "/api/v1/audit-events";
const EVENTS = "/admin/api/v1/audit-events";

const pageIn = ({ body }: Answer): AuditEventPage => auditEventPage.parse(body);

describeEachEngine("the audit log", (engine) => {
  let api: TestApi;
  let organizationId: number;
  let admin: TestUser;
  let organizationAdmin: TestUser;
  let dictionaryAdmin: TestUser;
  let staff: TestUser;
  let stranger: TestUser;
  let provider: ApiClient;
  let contractId: number;

  beforeAll(async () => {
    api = await testApi(engine);
    organizationId = await api.anOrganization("青空商事");
    admin = await api.aUser({ userName: "運営 一郎" });
    organizationAdmin = await api.aUser({
      organizationId,
      isOrganizationAdmin: true,
      userName: "組織 花子",
    });
    dictionaryAdmin = await api.aUser({ organizationId, isDictionaryAdmin: true });
    staff = await api.aUser({ organizationId });
    const elsewhere = await api.anOrganization("他社");
    stranger = await api.aUser({ organizationId: elsewhere, isOrganizationAdmin: true });
    provider = api.asSystemAdmin(admin);
  });
  afterAll(() => api.close());

  const latest = async () => (await storedEvents(api.db)).at(-1);
  const eventsOf = async (operation: string, actor?: TestUser) =>
    (await storedEvents(api.db)).filter(
      (event) => event.operation === operation && (!actor || event.actor_id === actor.userId),
    );

  describe("of a change", () => {
    it("names who did it, the record as it was called, and each field before and after", async () => {
      contractId = await aContract(api.db, { organizationId, maxTranscriptCount: 120 });
      await provider.patch(`${CONTRACTS}/${contractId}`, { maxTranscriptCount: 200, memo: "至急" });
      expect(await latest()).toMatchObject({
        organization_id: organizationId,
        operation: "updateContract",
        outcome: "DONE",
        actor_kind: "user",
        actor_id: admin.userId,
        actor_name: "運営 一郎",
        target_kind: "contract",
        target_id: String(contractId),
        target_name: "青空商事",
        changes: [
          { field: "maxTranscriptCount", before: 120, after: 200 },
          { field: "memo", before: "", after: "至急" },
        ],
        address: provider.address,
      });
    });

    it("is missing where nothing changed, and where the request was refused", async () => {
      const contractId = await aContract(api.db, {
        organizationId: await api.anOrganization(),
      });
      const before = (await storedEvents(api.db)).length;
      await provider.patch(`${CONTRACTS}/${contractId}`, { memo: "" });
      const refused = await provider.patch(`${CONTRACTS}/${contractId}`, { endDate: "2000-01-01" });
      expect(refused.status).toBe(422);
      expect((await storedEvents(api.db)).length).toBe(before);
    });

    it("of a new organization is one for the organization, its admin and its contract", async () => {
      const before = (await storedEvents(api.db)).length;
      const { organizationId: made } = contractOf(await provider.post(CONTRACTS, newContract()));
      const events = (await storedEvents(api.db)).slice(before);
      const kinds = events.filter(({ actor_kind }) => actor_kind === "user");
      expect(kinds.map(({ target_kind }) => target_kind).toSorted()).toEqual([
        "contract",
        "organization",
        "user",
      ]);
      expect(new Set(events.map(({ organization_id }) => organization_id))).toEqual(
        new Set([made]),
      );
    });

    it("of a person shows the rights that were given", async () => {
      const invited = userOf(await provider.post(USERS, newUser({ organizationId })));
      await provider.patch(`${USERS}/${invited.userId}`, { isOrganizationAdmin: true });
      expect((await eventsOf("updateUser")).at(-1)).toMatchObject({
        target_kind: "user",
        target_id: invited.userId,
        changes: [{ field: "isOrganizationAdmin", before: false, after: true }],
      });
    });

    it("of the members of a workspace names those who were added and removed", async () => {
      const workspaceId = await aWorkspace(api, { organizationId });
      const url = `/api/v1/workspaces/${workspaceId}/members`;
      const client = api.as(organizationAdmin);
      await client.put(url, { userIds: [staff.userId, dictionaryAdmin.userId] });
      await client.put(url, { userIds: [dictionaryAdmin.userId, organizationAdmin.userId] });
      expect((await latest())?.changes).toEqual([
        {
          field: "members",
          before: [{ userId: staff.userId, userName: staff.userName }],
          after: [{ userId: organizationAdmin.userId, userName: "組織 花子" }],
        },
      ]);
    });

    it("of entries is one event with each of them", async () => {
      const dictionaryId = await aDictionary(api, { organizationId });
      const client = api.as(dictionaryAdmin);
      const create = [newSurface(), newSurface()].map((surface) => ({
        surface,
        reading: "たんご",
      }));
      const made = await client.post(
        `${entriesUrl(dictionaryId)}/batch`,
        { create },
        { "if-match": "*" },
      );
      const [first, second] = Object(made.body).created;
      await client.post(
        `${entriesUrl(dictionaryId)}/batch`,
        {
          update: [{ entryId: first.entryId, weight: 3 }],
          delete: [{ entryId: second.entryId }],
        },
        { "if-match": "*" },
      );
      expect(await latest()).toMatchObject({
        operation: "writeEntries",
        target_kind: "dictionary",
        target_id: String(dictionaryId),
        changes: [
          { field: "entry", entryId: second.entryId, after: null },
          {
            field: "entry",
            entryId: first.entryId,
            before: { surface: first.surface, weight: 2 },
            after: { surface: first.surface, weight: 3 },
          },
        ],
      });
      const query = `targetKind=entry&targetId=${first.entryId}`;
      const history = pageIn(await client.get(`${OWN_EVENTS}?${query}`));
      expect(history.content.map(({ operation }) => operation)).toEqual([
        "writeEntries",
        "writeEntries",
      ]);
    });
  });

  describe("of people and their sign-ins", () => {
    it("has one for each sign-in, not for each request", async () => {
      const person = await api.aUser({ organizationId });
      const client = api.as(person);
      await Promise.all([1, 2, 3, 4].map(() => client.get("/api/v1/users/me")));
      await client.get("/api/v1/users/me");
      expect(await eventsOf("signIn", person)).toHaveLength(1);
      await client.delete("/api/v1/session");
      expect(await eventsOf("signOut", person)).toHaveLength(1);
    });

    it("has the sign-in and the sign-out of an admin session", async () => {
      const person = await api.aUser();
      const cookie = await api.openSession(person);
      const own = { cookie, "sec-fetch-site": "same-origin" };
      await api.anonymous.delete("/admin/api/v1/session", own);
      expect(await eventsOf("openSession", person)).toHaveLength(1);
      expect(await eventsOf("endSession", person)).toHaveLength(1);
    });

    it("has a refused sign-in of a disabled person at most once a minute", async () => {
      const person = await api.aUser({ organizationId });
      const client = api.as(person);
      await client.get("/api/v1/users/me");
      await provider.patch(`${USERS}/${person.userId}`, { status: "DISABLED" });
      const answers = await Promise.all([1, 2, 3].map(() => client.get("/api/v1/users/me")));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      const refused = (await eventsOf("signIn", person)).filter(
        ({ outcome }) => outcome === "REFUSED",
      );
      expect(refused).toHaveLength(1);
    });

    it("has a refusal for lack of rights once a minute per operation, although 20 come at once", async () => {
      const client = api.as(staff);
      const ask = () => client.post(DICTIONARIES, { category: "一般辞書", dictionaryName: "x" });
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
      const [refused, ...more] = await eventsOf("createDictionary", staff);
      expect(more).toEqual([]);
      expect(refused).toMatchObject({
        outcome: "REFUSED",
        target_kind: "request",
        target_name: DICTIONARIES,
      });
      await client.delete(`${DICTIONARIES}/1`);
      expect(await eventsOf("deleteDictionary", staff)).toHaveLength(1);
    });

    it("has a forced lock with its reason, and a copied invitation link without the link", async () => {
      const dictionaryId = await aDictionary(api, { organizationId });
      await lockFor(api, { organizationId, dictionaryId, userId: dictionaryAdmin.userId });
      const reason = encodeURIComponent("急ぎのため");
      const lock = `${DICTIONARIES}/${dictionaryId}/lock?force=true&reason=${reason}`;
      await api.as(organizationAdmin).delete(lock);
      expect(await latest()).toMatchObject({ operation: "releaseLock", reason: "急ぎのため" });
      const invited = userOf(await provider.post(USERS, newUser({ organizationId })));
      const link = await provider.post(`${USERS}/${invited.userId}/invitation/link`, {});
      const event = await latest();
      expect(event).toMatchObject({ operation: "createInvitationLink", target_id: invited.userId });
      expect(JSON.stringify(event)).not.toContain(String(Object(link.body).link).slice(-20));
    });

    it("has a download with the name of the file", async () => {
      await api.as(organizationAdmin).get("/api/v1/users/export");
      expect(await latest()).toMatchObject({
        operation: "exportMembers",
        target_kind: "file",
        target_name: expect.stringMatching(/^メンバー一覧_\d{8}\.csv$/),
      });
      const dictionaryId = await aDictionary(api, { organizationId });
      await api.as(staff).get(`${DICTIONARIES}/${dictionaryId}/export?format=csv`);
      expect(await latest()).toMatchObject({
        operation: "exportEntries",
        target_kind: "dictionary",
        target_id: String(dictionaryId),
      });
    });

    it("keeps no secret: no key, token, password or link", async () => {
      const created = await provider.post("/admin/api/v1/service-keys", { name: "録音" });
      const { key } = Object(created.body);
      const text = JSON.stringify(await storedEvents(api.db));
      expect(text).not.toContain(key);
      expect(text).not.toMatch(/oobCode|Bearer|ki_admin_session|password/i);
    });
  });

  describe("is read", () => {
    it("by an organization with what system admins did to it, without notes and their addresses", async () => {
      const url = `${CONTRACTS}/${contractId}`;
      await provider.patch(url, { maxTranscriptMinutes: 77, memo: "社内限り" });
      await provider.patch(url, { memo: "社内限り2" });
      const query = `?size=2&targetKind=contract&targetId=${contractId}`;
      const { content } = pageIn(await api.as(organizationAdmin).get(OWN_EVENTS + query));
      // The other one of the two changed nothing that the organization may see.
      expect(content).toMatchObject([
        {
          operation: "updateContract",
          actor: { name: "運営 一郎" },
          changes: [{ field: "maxTranscriptMinutes", after: 77 }],
          address: null,
          userAgent: null,
        },
      ]);
      const all = pageIn(await provider.get(EVENTS + query));
      expect(all.content).toHaveLength(2);
      expect(all.content[0]).toMatchObject({ address: provider.address });
    });

    it("by nobody of another organization, and by staff as far as their own sign-ins", async () => {
      const foreign = pageIn(await api.as(stranger).get(`${OWN_EVENTS}?size=100`));
      expect(new Set(foreign.content.map(({ actor }) => actor.id))).toEqual(
        new Set([stranger.userId]),
      );
      const own = pageIn(await api.as(staff).get(`${OWN_EVENTS}?size=100`));
      expect(own.content.length).toBeGreaterThan(0);
      expect(
        new Set(own.content.map(({ actor, operation }) => `${actor.id} ${operation}`)),
      ).toEqual(new Set([`${staff.userId} signIn`]));
    });

    it("by dictionary admins as far as dictionaries and their own sign-ins", async () => {
      const { content } = pageIn(await api.as(dictionaryAdmin).get(`${OWN_EVENTS}?size=100`));
      const others = content.filter(({ target }) => target.kind !== "dictionary");
      expect(content.some(({ target }) => target.kind === "dictionary")).toBe(true);
      expect(new Set(others.map(({ actor }) => actor.id))).toEqual(
        new Set([dictionaryAdmin.userId]),
      );
    });

    it("in pages that go on where the one before ended", async () => {
      const all = pageIn(await provider.get(`${EVENTS}?size=100`)).content;
      const seen: number[] = [];
      let next: string | null = "";
      while (next !== null) {
        const after: string = next ? `&after=${encodeURIComponent(next)}` : "";
        const page: AuditEventPage = pageIn(await provider.get(`${EVENTS}?size=7${after}`));
        seen.push(...page.content.map(({ auditEventId }) => auditEventId));
        next = page.next;
      }
      // The reads are no events themselves.
      expect(seen.slice(0, all.length)).toEqual(all.map(({ auditEventId }) => auditEventId));
      expect(new Set(seen).size).toBe(seen.length);
    });

    it("by who acted", async () => {
      const { content } = pageIn(
        await provider.get(`${EVENTS}?actorId=${organizationAdmin.userId}`),
      );
      expect(content.length).toBeGreaterThan(0);
      expect(new Set(content.map(({ actor }) => actor.id))).toEqual(
        new Set([organizationAdmin.userId]),
      );
    });

    it("by operation, outcome, names and organization", async () => {
      const read = async (query: string) =>
        pageIn(await provider.get(`${EVENTS}?${query}`)).content;
      const downloads = await read("operation=exportMembers,exportEntries");
      expect(new Set(downloads.map(({ operation }) => operation))).toEqual(
        new Set(["exportMembers", "exportEntries"]),
      );
      const refused = await read("outcome=REFUSED");
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every(({ outcome }) => outcome === "REFUSED")).toBe(true);
      const named = await read(`q=${encodeURIComponent("運営")}`);
      expect(
        named.every(({ actor, target }) => `${actor.name}${target.name}`.includes("運営")),
      ).toBe(true);
      const own = await read(`organizationId=${organizationId}&targetKind=contract`);
      expect(new Set(own.map(({ organizationName }) => organizationName))).toEqual(
        new Set(["青空商事"]),
      );
    });

    it("without a period for the last 30 days, a record's history from its beginning", async () => {
      await sql`
        update audit_events set occurred_at = occurred_at - interval '40 days'
        where audit_event_id = (select min(audit_event_id) from audit_events where target_kind = 'contract')`.execute(
        api.db,
      );
      const [old] = (await storedEvents(api.db)).filter(
        ({ target_kind }) => target_kind === "contract",
      );
      const ids = async (query: string) =>
        pageIn(await provider.get(`${EVENTS}?size=100&${query}`)).content.map(
          ({ auditEventId }) => auditEventId,
        );
      expect(await ids("")).not.toContain(old?.audit_event_id);
      expect(await ids(`targetKind=contract&targetId=${old?.target_id}`)).toContain(
        old?.audit_event_id,
      );
      expect(await ids("from=2020-01-01")).toContain(old?.audit_event_id);
      expect((await provider.get(`${EVENTS}?from=2026-02-01&to=2026-01-01`)).status).toBe(400);
    });

    it("as a CSV file, in the words and units of the screens", async () => {
      const file = await provider.get(
        `${EVENTS}/export?from=2020-01-01&organizationId=${organizationId}`,
      );
      expect(file.text).toContain("日時,操作,結果,操作者の種類,操作者");
      expect(file.text).toContain("文字起こし上限件数：120件 → 200件");
      const own = await api.as(organizationAdmin).get(`${OWN_EVENTS}/export`);
      expect(own.text).not.toContain("社内限り");
    });

    it("in pages of bounded cost: one may be empty although it goes on", async () => {
      await actAsSystem("test", () =>
        recordEvent(api.db, {
          organizationId,
          target: { kind: "contract", id: 1, name: "針" },
        }),
      );
      await sql`
        insert into audit_events
        select e.organization_id, now(), nextval('audit_event_ids'), 'filler', e.outcome, e.actor_kind,
          e.actor_id, e.actor_name, e.actor_organization_id, e.target_kind, e.target_id, '干し草',
          e.changes, e.counts, e.entry_ids, e.reason, e.request_id, e.address, e.user_agent, 'ホシクサ'
        from (select * from audit_events order by audit_event_id desc limit 1) e,
          generate_series(1, ${LOOKED_AT})`.execute(api.db);
      const url = `${EVENTS}?q=${encodeURIComponent("針")}`;
      const first = pageIn(await provider.get(url));
      expect(first).toMatchObject({ content: [], next: expect.any(String) });
      const second = pageIn(
        await provider.get(`${url}&after=${encodeURIComponent(first.next ?? "")}`),
      );
      expect(second.content.map(({ target }) => target.name)).toEqual(["針"]);
    });
  });
});
