import { beforeAll, describe, expect, it } from "vitest";
import { markedAlerts } from "../../domain/alerts/schemas.ts";
import { ALERTS, alertsOf, anAlert, OWN_ALERTS, totalOf } from "../support/alertRequests.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("reading alerts", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T12:00:00+09:00" });
  const admin = api.asSystemAdmin();
  let member: ApiClient;
  const own = perSuite(() => api.organization("自社"));
  let elsewhere: number;
  let ids: Record<"old" | "recent" | "over" | "hidden" | "foreign", number>;

  beforeAll(async () => {
    elsewhere = await api.anOrganization("他社");
    member = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    const at = (day: number) => ({ raisedAt: new Date(Date.UTC(2026, 3, day)) });
    const contractId = await aContract(api.db, own);
    const over = await anAlert(api, { ...own, contractId, kind: "GAP", ...at(14) });
    await api.db
      .updateTable("alerts")
      .set({ resolved_at: api.clock.now() })
      .where("alert_id", "=", over)
      .execute();
    ids = {
      over,
      old: await anAlert(api, { ...own, contractId, kind: "CAP_80", ...at(10) }),
      recent: await anAlert(api, { ...own, contractId, kind: "CAP_100", ...at(12) }),
      hidden: await anAlert(api, { ...own, kind: "RECONCILE", ...at(13) }),
      foreign: await anAlert(api, { organizationId: elsewhere, kind: "ENDED", ...at(11) }),
    };
  });

  const idsOf = async (client: ApiClient, url: string) => {
    const answer = await client.get(url);
    expect(answer.status).toBe(200);
    return alertsOf(answer).map(({ alertId }) => alertId);
  };

  it("lists all to a system admin, open ones first, newest first", async () => {
    const { hidden, recent, foreign, old, over } = ids;
    expect(await idsOf(admin, ALERTS)).toEqual([hidden, recent, foreign, old, over]);
    expect(await idsOf(admin, `${ALERTS}?sort=raisedAt,asc`)).toEqual([
      old,
      foreign,
      recent,
      hidden,
      over,
    ]);
    expect(await idsOf(admin, `${ALERTS}?page=1&size=2`)).toEqual([foreign, old]);
    expect((await admin.get(`${ALERTS}?page=1&size=2`)).body).toMatchObject({
      totalElements: 5,
      totalPages: 3,
      sort: "raisedAt,desc",
    });
  });

  it("lists to an organization admin the own ones without those for the provider", async () => {
    const { recent, old, over } = ids;
    expect(await idsOf(member, OWN_ALERTS)).toEqual([recent, old, over]);
    expect(await idsOf(member, `${OWN_ALERTS}?kind=RECONCILE`)).toEqual([]);
  });

  it("filters by state, kind and organization", async () => {
    const { hidden, recent, foreign, old, over } = ids;
    expect(await idsOf(admin, `${ALERTS}?open=false`)).toEqual([over]);
    expect(await idsOf(admin, `${ALERTS}?open=true`)).toEqual([hidden, recent, foreign, old]);
    expect(await idsOf(admin, `${ALERTS}?kind=CAP_80`)).toEqual([old]);
    expect(await idsOf(admin, `${ALERTS}?kind=CAP_80,ENDED`)).toEqual([foreign, old]);
    expect(await idsOf(admin, `${ALERTS}?organizationId=${elsewhere}`)).toEqual([foreign]);
  });

  it.each(["open=yes", "kind=CAP", "unread=false", "organizationId=x", "q=x", "sort=kind,asc"])(
    "refuses ?%s",
    async (query) => {
      expect((await admin.get(`${ALERTS}?${query}`)).status).toBe(400);
    },
  );

  it("refuses the filter of organizations in the staff area", async () => {
    expect((await member.get(`${OWN_ALERTS}?organizationId=${elsewhere}`)).status).toBe(400);
  });

  describe("POST /alerts/{id}/read", () => {
    it("marks it as read, for the caller alone", async () => {
      const at = api.clock.now().toISOString();
      const unread = async (client: ApiClient, url: string) =>
        totalOf(await client.get(`${url}?open=true&unread=true&size=1`));
      expect(await unread(member, OWN_ALERTS)).toBe(2);
      const answer = await member.post(`${OWN_ALERTS}/${ids.recent}/read`, {});
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ alertId: ids.recent, readAt: at });
      expect(await unread(member, OWN_ALERTS)).toBe(1);
      expect(await unread(admin, ALERTS)).toBe(4);
      const read = alertsOf(await member.get(OWN_ALERTS)).map(({ readAt }) => readAt);
      expect(read).toEqual([at, null, null]);
    });

    it("keeps the time of the first reading", async () => {
      api.clock.advance(5);
      const answer = await member.post(`${OWN_ALERTS}/${ids.recent}/read`, {});
      expect(answer.body).toMatchObject({ readAt: "2026-04-15T03:00:00.000Z" });
    });

    it("does not find those that the provider keeps to itself", async () => {
      expect((await member.post(`${OWN_ALERTS}/${ids.hidden}/read`, {})).status).toBe(404);
    });
  });

  it("marks many as read by the reader alone, and takes that back", async () => {
    const { old, recent, over, foreign } = ids;
    const unread = async (client: ApiClient, url: string) =>
      (await idsOf(client, `${url}?unread=true`)).toSorted((a, b) => a - b);
    await member.post(`${OWN_ALERTS}/${old}/read`, {});
    const before = [await unread(member, OWN_ALERTS), await unread(admin, ALERTS)];
    const mark = (action: string, ...alertIds: readonly number[]) =>
      member.post(`${OWN_ALERTS}/bulk`, { action, alertIds });
    const read = await mark("READ", old, recent, over);
    expect(read.status, read.text).toBe(200);
    const { alertIds } = markedAlerts.parse(read.body);
    expect(alertIds).not.toContain(old);
    expect(await unread(member, OWN_ALERTS)).toEqual([]);
    expect(await unread(admin, ALERTS)).toEqual(before[1]);
    expect((await mark("UNREAD", ...alertIds)).body).toEqual(read.body);
    expect(await unread(member, OWN_ALERTS)).toEqual(before[0]);
    expect((await mark("READ", old, foreign)).status).toBe(404);
    expect((await mark("READ", ids.hidden)).status).toBe(404);
    expect((await mark("READ", recent, recent)).status).toBe(422);
    expect(await unread(member, OWN_ALERTS)).toEqual(before[0]);
  });
});
