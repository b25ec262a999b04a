import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import {
  type AuditEvent,
  type AuditEventPage,
  auditEventPage,
} from "../../domain/audit/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";

const OWN_EVENTS = "/api/v1/audit-events";
const EVENTS = "/admin/api/v1/audit-events";

const NAMES = ["上野", "石田", "青木"];

describeDatabase("what was done to many records at once", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());
  const admin = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const provider = api.asSystemAdmin();

  const page = async (client: ApiClient, url: string): Promise<AuditEventPage> => {
    const { status, text, body } = await client.get(url);
    expect(status, text).toBe(200);
    return auditEventPage.parse(body);
  };
  const ownEvents = async (query: string) => (await page(admin, `${OWN_EVENTS}?${query}`)).content;
  const all = async (query: string) => (await page(provider, `${EVENTS}?${query}`)).content;

  const three = () => Promise.all(NAMES.map((userName) => api.aUser({ ...own, userName })));

  async function change(client: ApiClient, url: string, action: string, users: TestUser[]) {
    const body = { changes: [{ action, users: users.map(({ userId }) => ({ userId })) }] };
    const { status, text } = await client.post(`${url}/bulk`, body);
    expect(status, text).toBe(200);
  }
  const named = (events: readonly AuditEvent[]) => events.map(({ target }) => target.name);
  const asPosition = (event: AuditEvent | undefined) =>
    encodeURIComponent(`${event?.occurredAt}_${event?.auditEventId}`);

  it("is one event with their number, whose records come after it", async () => {
    await change(admin, MEMBERS, "DISABLE", await three());
    const [whole] = await ownEvents("operation=changeMembers");
    expect(whole).toMatchObject({ target: { name: "3人" }, act: { parts: 3 } });
    const parts = await ownEvents(`actId=${whole?.act?.actId}&after=${asPosition(whole)}`);
    expect(named(parts).toSorted()).toEqual(NAMES.toSorted());
    expect(parts.map(({ act }) => act)).toEqual(
      parts.map(() => ({ actId: whole?.act?.actId, parts: null })),
    );
    const [first, ...others] = parts;
    const rest = `actId=${whole?.act?.actId}&size=100&after=${asPosition(first)}`;
    expect(await ownEvents(rest)).toEqual(others);
    const stranger = api.as(
      await api.aUser({
        organizationId: await api.anOrganization(),
        isOrganizationAdmin: true,
      }),
    );
    const asked = `${OWN_EVENTS}?actId=${whole?.act?.actId}&after=${asPosition(whole)}`;
    expect((await page(stranger, asked)).content).toEqual([]);
  });

  it("fills a page with whole acts, however many records they have", async () => {
    const people = await three();
    for (const action of ["DISABLE", "ENABLE", "DISABLE", "ENABLE"]) {
      await change(admin, MEMBERS, action, people);
    }
    const first = await page(admin, `${OWN_EVENTS}?operation=changeMembers&size=2`);
    expect(named(first.content)).toEqual(["3人", "3人"]);
    const after = encodeURIComponent(first.next ?? "");
    const second = await page(admin, `${OWN_EVENTS}?operation=changeMembers&size=2&after=${after}`);
    expect(named(second.content)).toEqual(["3人", "3人"]);
  });

  it("is found by each of its records: by name, by record, and by a kind that the whole is not", async () => {
    const people = await three();
    await change(admin, MEMBERS, "DISABLE", people);
    const one = people[2];
    const { workspaceId } = Object(
      (await admin.post("/api/v1/workspaces", { workspaceName: "議事録" })).body,
    );
    await admin.post(`${MEMBERS}/bulk`, {
      changes: [{ action: "ADD_TO_WORKSPACE", workspaceId, users: [{ userId: one?.userId }] }],
    });
    const byName = await ownEvents(`q=${encodeURIComponent("青木")}&operation=changeMembers`);
    expect(new Set(named(byName))).toEqual(new Set(["青木"]));
    const byRecord = await ownEvents(
      `targetKind=user&targetId=${one?.userId}&operation=changeMembers`,
    );
    expect(new Set(named(byRecord))).toEqual(new Set(["青木"]));
    expect(named(await ownEvents("targetKind=workspace&operation=changeMembers"))).toEqual([
      "議事録",
    ]);
    expect(new Set(named(await ownEvents("targetKind=user&operation=changeMembers")))).toEqual(
      new Set(["1人", "3人"]),
    );
  });

  it("is each of its records where an organization does not see the whole", async () => {
    const [one] = await three();
    const local = one ? [one] : [];
    const elsewhere = await api.aUser({
      organizationId: await api.anOrganization(),
      userName: "遠藤",
    });
    await change(provider, USERS, "DISABLE", [...local, elsewhere]);
    expect(named(await all("operation=changeUsers"))).toEqual(["2人"]);
    expect(named(await all(`operation=changeUsers&organizationId=${own.organizationId}`))).toEqual([
      "上野",
    ]);
    expect(named(await ownEvents("operation=changeUsers"))).toEqual(["上野"]);
    await change(provider, USERS, "ENABLE", local);
    expect(named(await ownEvents("operation=changeUsers"))).toEqual(["1人", "上野"]);
  });

  it("keeps its records in a period that ends before the whole", async () => {
    await change(admin, MEMBERS, "DISABLE", await three());
    const stored = await storedEvents(api.db);
    const whole = stored.findLast(({ target_name }) => target_name === "3人");
    const parts = stored.slice(0, whole && stored.indexOf(whole)).slice(-3);
    for (const { audit_event_id: id } of parts) {
      await sql`update audit_events set occurred_at = '2026-02-10T23:59:59.9+09:00'
        where audit_event_id = ${id}`.execute(api.db);
    }
    await sql`update audit_events set occurred_at = '2026-02-11T00:00:00+09:00'
      where audit_event_id = ${whole?.audit_event_id}`.execute(api.db);
    expect(await ownEvents("from=2026-02-10&to=2026-02-10")).toHaveLength(3);
    expect(named(await ownEvents("from=2026-02-10&to=2026-02-11"))).toEqual(["3人"]);
  });

  describe("shows a part whose whole is missing,", () => {
    /** Three people disabled as one act, whose whole is returned. */
    const acted = async () => {
      await change(admin, MEMBERS, "DISABLE", await three());
      return (await storedEvents(api.db)).findLast(({ target_name }) => target_name === "3人");
    };
    const NEWEST = "operation=changeMembers&size=3";
    const disguise = (act: object, name: string) =>
      sql`update audit_events set act = act || ${JSON.stringify(act)}::jsonb
        where audit_event_id = (select max(audit_event_id) from audit_events
          where target_name = ${name})`.execute(api.db);
    const NO_ACT = "5f0c2f6e-5d3c-4e0e-9d55-0d2a3c1b7a10";

    it("since it was deleted", async () => {
      const whole = await acted();
      await sql`delete from audit_events where audit_event_id = ${whole?.audit_event_id}`.execute(
        api.db,
      );
      expect(named(await ownEvents(NEWEST)).toSorted()).toEqual(NAMES.toSorted());
      expect(named(await all(NEWEST)).toSorted()).toEqual(NAMES.toSorted());
    });

    it("since it says of itself that it belongs to an act that there is not", async () => {
      await acted();
      await disguise({ id: NO_ACT }, "石田");
      expect(named(await ownEvents(NEWEST)).slice(0, 2)).toEqual(["3人", "石田"]);
      const first = await page(admin, `${OWN_EVENTS}?operation=changeMembers&size=1`);
      const after = encodeURIComponent(first.next ?? "");
      const second = await page(admin, `${OWN_EVENTS}?${NEWEST}&after=${after}`);
      expect(named(second.content)[0]).toBe("石田");
    });

    it("since its whole is too late to open it", async () => {
      const whole = await acted();
      await sql`update audit_events set occurred_at = occurred_at - interval '61 minutes'
        where target_name = '石田' and audit_event_id < ${whole?.audit_event_id}
          and occurred_at > now() - interval '1 hour'`.execute(api.db);
      expect(named(await ownEvents("operation=changeMembers&size=100"))).toContain("石田");
    });

    it("since its whole is of another kind than it says", async () => {
      const whole = await acted();
      await sql`update audit_events set target_kind = 'workspace'
        where audit_event_id = ${whole?.audit_event_id}`.execute(api.db);
      const found = named(await ownEvents(`${NEWEST}&targetKind=user`));
      expect(found.toSorted()).toEqual(NAMES.toSorted());
    });
  });

  it("stays a row for each record in a file", async () => {
    await change(admin, MEMBERS, "DISABLE", await three());
    const { text } = await admin.get(`${OWN_EVENTS}/export?operation=changeMembers`);
    const rows = text.trim().split("\r\n");
    expect(rows.filter((row) => row.includes("3人")).length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.includes("石田")).length).toBeGreaterThan(0);
  });
});
