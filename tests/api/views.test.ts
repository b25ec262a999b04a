import { describe, expect, it } from "vitest";
import { MAX_VIEWS } from "../../domain/views/rules.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { PROFILE } from "../support/userRequests.ts";
import {
  ADMIN_VIEWS,
  aView,
  VIEWS,
  viewInput,
  viewNamesOf,
  viewOf,
  viewsOf,
} from "../support/viewRequests.ts";

const NOW = "2026-04-15T01:00:00.000Z";
const ME = "/admin/api/v1/me";

describeDatabase("/views", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const own = perTest(() => api.organization());
  const adminUser = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  const staffUser = perTest(() => api.aUser(own));
  const admin = api.as(adminUser);
  const staff = api.as(staffUser);

  const ofWorkspaces = `${VIEWS}?list=workspaces`;
  const listsOf = async (client: ApiClient, url = PROFILE) =>
    Reflect.get(Object((await client.get(url)).body), "lists");
  const viewEvents = async () =>
    (await storedEvents(api.db)).filter(
      (event) => event.target_kind === "view" && event.organization_id === own.organizationId,
    );
  const problem = ({ status, body }: { status: number; body: unknown }) => [
    status,
    Reflect.get(Object(body), "code"),
  ];

  it("keeps, changes and deletes an own view by its version", async () => {
    const input = viewInput({ viewName: "　営業の新着 " });
    const created = await staff.post(VIEWS, input);
    expect([created.status, created.headers.etag]).toEqual([201, '"1"']);
    expect(created.body).toEqual({
      viewId: expect.any(Number),
      list: "workspaces",
      viewName: "営業の新着",
      isShared: false,
      conditions: input.conditions,
      dropped: [],
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(viewsOf(await staff.get(ofWorkspaces))).toEqual([created.body]);

    const one = `${VIEWS}/${viewOf(created).viewId}`;
    const ifMatch = { "if-match": '"1"' };
    const conditions = { filters: {}, sort: null, size: 10 };
    const changed = await staff.patch(one, { viewName: "すべて", conditions }, ifMatch);
    expect([changed.status, changed.headers.etag]).toEqual([200, '"2"']);
    expect(changed.body).toMatchObject({ viewName: "すべて", conditions, version: 2 });
    for (const stale of [
      await staff.patch(one, { viewName: "遅い" }, ifMatch),
      await staff.delete(one, ifMatch),
    ]) {
      expect([stale.status, stale.body]).toMatchObject([
        412,
        { code: "STALE_VERSION", current: changed.body },
      ]);
    }
    const deleted = await staff.delete(one, { "if-match": '"2"' });
    expect([deleted.status, deleted.body]).toEqual([200, changed.body]);
    expect(viewsOf(await staff.get(ofWorkspaces))).toEqual([]);
    expect(await viewEvents()).toEqual([]);
  });

  it("answers a repeated POST as the first time, and keeps one view", async () => {
    const key = { "idempotency-key": "view-1" };
    const input = viewInput();
    const answers = [await staff.post(VIEWS, input, key), await staff.post(VIEWS, input, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(viewsOf(await staff.get(ofWorkspaces))).toHaveLength(1);
  });

  it("keeps the version where nothing changes, whatever the order of the filters", async () => {
    const filters = { status: "INVITED", role: "staff" };
    const conditions = { filters, sort: null, size: null };
    const { viewId } = viewOf(await staff.post(VIEWS, viewInput({ list: "users", conditions })));
    const reversed = Object.fromEntries(Object.entries(filters).toReversed());
    const again = { conditions: { ...conditions, filters: reversed } };
    for (const body of [{}, again]) {
      expect((await staff.patch(`${VIEWS}/${viewId}`, body)).body).toMatchObject({ version: 1 });
    }
  });

  it("shows own views to their person alone, and shared ones to the organization", async () => {
    await admin.post(VIEWS, viewInput({ viewName: "管理者だけ" }));
    await admin.post(VIEWS, viewInput({ viewName: "みんな", isShared: true }));
    await staff.post(VIEWS, viewInput({ viewName: "自分だけ" }));
    const stranger = api.as(await api.aUser({ organizationId: await api.anOrganization() }));
    expect(viewNamesOf(await admin.get(ofWorkspaces))).toEqual(["管理者だけ", "みんな"]);
    expect(viewNamesOf(await staff.get(ofWorkspaces))).toEqual(["自分だけ", "みんな"]);
    expect(viewNamesOf(await stranger.get(ofWorkspaces))).toEqual([]);
    expect(viewNamesOf(await staff.get(`${VIEWS}?list=users`))).toEqual([]);
  });

  it("lets admins alone share, change and delete shared views", async () => {
    const shared = viewOf(await admin.post(VIEWS, viewInput({ isShared: true })));
    const mine = viewOf(await staff.post(VIEWS, viewInput()));
    const one = `${VIEWS}/${shared.viewId}`;
    const refused = [
      await staff.post(VIEWS, viewInput({ isShared: true })),
      await staff.patch(one, { viewName: "乗っ取り" }),
      await staff.patch(one, { isShared: false }),
      await staff.patch(`${VIEWS}/${mine.viewId}`, { isShared: true }),
      await staff.delete(one),
    ];
    expect(refused.map(problem)).toEqual(refused.map(() => [403, "FORBIDDEN"]));
    expect(viewsOf(await admin.get(ofWorkspaces))).toEqual([shared]);
    const second = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    expect((await second.patch(one, { viewName: "引き継ぎ" })).status).toBe(200);
    expect((await second.delete(one)).status).toBe(200);
  });

  it("does not find an own view of another person", async () => {
    const id = await aView(api, { ...staffUser });
    for (const answer of [
      await admin.patch(`${VIEWS}/${id}`, { viewName: "他人" }),
      await admin.delete(`${VIEWS}/${id}`),
    ]) {
      expect(problem(answer)).toEqual([404, "NOT_FOUND"]);
    }
    const chosen = await admin.put(`${VIEWS}/default`, { list: "workspaces", viewId: id });
    expect([chosen.status, chosen.body]).toMatchObject([
      422,
      { errors: { viewId: "ビューが見つかりませんでした。" } },
    ]);
  });

  it("opens the views of a list to who may open the list, in their area", async () => {
    const alerts = viewInput({
      list: "alerts",
      conditions: { filters: {}, sort: null, size: null },
    });
    expect(problem(await staff.get(`${VIEWS}?list=alerts`))).toEqual([403, "FORBIDDEN"]);
    expect(problem(await staff.post(VIEWS, alerts))).toEqual([403, "FORBIDDEN"]);
    const { viewId } = viewOf(await admin.post(VIEWS, { ...alerts, isShared: true }));
    expect(problem(await staff.patch(`${VIEWS}/${viewId}`, {}))).toEqual([404, "NOT_FOUND"]);
    expect(problem(await admin.get(`${VIEWS}?list=contracts`))).toEqual([403, "FORBIDDEN"]);
    const system = api.asSystemAdmin();
    expect((await system.get(`${ADMIN_VIEWS}?list=contracts`)).status).toBe(200);
    expect(problem(await system.get(`${ADMIN_VIEWS}?list=workspaces`))).toEqual([403, "FORBIDDEN"]);
  });

  it("shares a view of the admin area with all system admins, and no organization", async () => {
    const [one, two] = [api.asSystemAdmin(), api.asSystemAdmin()];
    const conditions = { filters: { status: "EXPIRING" }, sort: "endDate,asc", size: 100 } as const;
    const input = viewInput({ list: "contracts", conditions, isShared: true });
    const view = viewOf(await one.post(ADMIN_VIEWS, input));
    expect(viewNamesOf(await two.get(`${ADMIN_VIEWS}?list=contracts`))).toContain(input.viewName);
    expect(problem(await admin.delete(`${VIEWS}/${view.viewId}`))).toEqual([404, "NOT_FOUND"]);
    expect((await two.delete(`${ADMIN_VIEWS}/${view.viewId}`)).status).toBe(200);
  });

  it("refuses a name that its owner has in the list, also of different owners at sharing", async () => {
    const shared = viewInput({ viewName: "同じ", isShared: true });
    const mine = { ...shared, isShared: false };
    await admin.post(VIEWS, shared);
    const { viewId } = viewOf(await admin.post(VIEWS, mine));
    expect((await staff.post(VIEWS, mine)).status).toBe(201);
    for (const { status, body } of [
      await admin.post(VIEWS, shared),
      await admin.post(VIEWS, mine),
      await admin.patch(`${VIEWS}/${viewId}`, { isShared: true }),
    ]) {
      expect([status, body]).toMatchObject([
        409,
        { code: "NAME_EXISTS", errors: { viewName: "同じ名前がすでに登録されています。" } },
      ]);
    }
    const ofUsers = { ...mine, list: "users", conditions: { filters: {}, sort: null, size: null } };
    expect((await admin.post(VIEWS, ofUsers)).status).toBe(201);
  });

  it(`keeps ${MAX_VIEWS} views of a person in a list, and no more`, async () => {
    for (let count = 0; count < MAX_VIEWS; count += 1) {
      await aView(api, { ...adminUser });
    }
    const full = await admin.post(VIEWS, viewInput());
    expect([full.status, full.body]).toMatchObject([
      422,
      {
        code: "TOO_MANY_VIEWS",
        message: "ビューは1つの一覧につき50件まで保存できます。不要なビューを削除してください。",
      },
    ]);
    const shared = viewOf(await admin.post(VIEWS, viewInput({ isShared: true })));
    const taken = await admin.patch(`${VIEWS}/${shared.viewId}`, { isShared: false });
    expect(problem(taken)).toEqual([422, "TOO_MANY_VIEWS"]);
    expect((await staff.post(VIEWS, viewInput())).status).toBe(201);
  });

  it.each([
    ["an unknown filter", { filters: { colour: "赤" }, sort: null, size: null }],
    ["a value that the filter lacks", { filters: { role: "boss" }, sort: null, size: null }],
    ["a page as a filter", { filters: { page: "2" }, sort: null, size: null }],
    ["an order that the list lacks", { filters: {}, sort: "memo,asc", size: null }],
    ["an order as a filter", { filters: { sort: "email,asc" }, sort: null, size: null }],
    ["rows that no page has", { filters: {}, sort: null, size: 1000 }],
    ["a text that is too long", { filters: { q: "あ".repeat(501) }, sort: null, size: null }],
    [
      "too many filters",
      {
        filters: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, "1"])),
        sort: null,
        size: null,
      },
    ],
  ])("refuses %s", async (_, conditions) => {
    const answer = await staff.post(VIEWS, { ...viewInput({ list: "users" }), conditions });
    expect(problem(answer)).toEqual([422, "VALIDATION_FAILED"]);
  });

  it("leaves out conditions that the list does not know any more, and says which", async () => {
    const filters = { q: "田中", role: "boss", colour: "赤" };
    const id = await aView(api, {
      ...staffUser,
      list: "users",
      conditions: { filters, sort: "shoeSize,asc", size: 25 },
    });
    const [view] = viewsOf(await staff.get(`${VIEWS}?list=users`));
    expect(view).toMatchObject({
      viewId: id,
      conditions: { filters: { q: "田中" }, sort: null, size: 25 },
    });
    expect(view?.dropped.toSorted()).toEqual(["colour", "role", "sort"]);
    await staff.put(`${VIEWS}/default`, { list: "users", viewId: id });
    expect(await listsOf(staff)).toMatchObject([
      { view: { dropped: view?.dropped, conditions: view?.conditions } },
    ]);
  });

  it("tells with the profile how lists open, and nothing where nothing was chosen", async () => {
    expect(await listsOf(staff)).toBeUndefined();
    const view = viewOf(await staff.post(VIEWS, viewInput()));
    const { viewId, viewName, conditions, dropped } = view;
    const settings = {
      list: "workspaces",
      size: null,
      view: { viewId, viewName, conditions, dropped },
    };
    const chosen = await staff.put(`${VIEWS}/default`, { list: "workspaces", viewId });
    expect([chosen.status, chosen.body]).toEqual([200, settings]);
    const sized = await staff.put(`${VIEWS}/size`, { list: "workspaces", size: 100 });
    expect([sized.status, sized.body]).toEqual([200, { ...settings, size: 100 }]);
    await staff.put(`${VIEWS}/size`, { list: "users", size: 25 });
    const ofUsers = { list: "users", size: 25, view: null };
    expect(await listsOf(staff)).toEqual([ofUsers, { ...settings, size: 100 }]);
    expect(await listsOf(admin)).toBeUndefined();

    await staff.delete(`${VIEWS}/${viewId}`);
    const noView = { list: "workspaces", size: 100, view: null };
    expect(await listsOf(staff)).toEqual([ofUsers, noView]);
    const unset = await staff.put(`${VIEWS}/default`, { list: "workspaces", viewId: null });
    expect(unset.body).toEqual(noView);
  });

  it("tells it with the profile of a system admin too", async () => {
    const system = api.asSystemAdmin();
    await system.put(`${ADMIN_VIEWS}/size`, { list: "contracts", size: 100 });
    expect(await listsOf(system, ME)).toEqual([{ list: "contracts", size: 100, view: null }]);
  });

  it("keeps the columns of a view, and those that a person chose of a list", async () => {
    const conditions = { filters: {}, sort: null, size: null, columns: ["workspaceName"] };
    const stored = viewOf(await staff.post(VIEWS, viewInput({ conditions })));
    expect(stored.conditions).toEqual(conditions);
    const other = { ...conditions, columns: ["workspaceName", "updatedAt"] };
    const changed = viewOf(await staff.patch(`${VIEWS}/${stored.viewId}`, { conditions: other }));
    expect(changed).toMatchObject({ conditions: other, version: 2 });

    const chosen = { list: "workspaces", columns: ["updatedAt"] };
    const { status, body } = await staff.put(`${VIEWS}/columns`, chosen);
    expect([status, body]).toEqual([200, { ...chosen, size: null, view: null }]);
    await staff.put(`${VIEWS}/size`, { list: "workspaces", size: 25 });
    expect(await listsOf(staff)).toEqual([{ ...chosen, size: 25, view: null }]);
    expect(await listsOf(admin)).toBeUndefined();
    await staff.put(`${VIEWS}/columns`, { list: "workspaces", columns: null });
    expect(await listsOf(staff)).toEqual([{ list: "workspaces", size: 25, view: null }]);

    for (const columns of [[], ["a b"], Array.from({ length: 31 }, (_, n) => `c${n}`)]) {
      expect((await staff.put(`${VIEWS}/columns`, { list: "workspaces", columns })).status).toBe(
        422,
      );
    }
    expect(problem(await staff.put(`${VIEWS}/columns`, { ...chosen, list: "alerts" }))).toEqual([
      403,
      "FORBIDDEN",
    ]);
  });

  it("keeps the conditions of the audit log, which has one order", async () => {
    const filters = { operation: "signIn,signOut", from: "2026-04-01" };
    const conditions = { filters, sort: "occurredAt,desc", size: 10 } as const;
    const input = { ...viewInput({ conditions }), list: "audit-events" };
    expect(viewOf(await staff.post(VIEWS, input)).conditions).toEqual(conditions);
    for (const refused of [
      { ...conditions, sort: "occurredAt,asc" },
      { ...conditions, filters: { after: "2026-04-01T00:00:00.000000Z_1" } },
      { ...conditions, filters: { organizationId: "1" } },
    ]) {
      const again = await staff.post(VIEWS, { ...input, viewName: "別", conditions: refused });
      expect(again.status, again.text).toBe(422);
    }
  });

  it("takes a default away that is not shared any more, and lists that are not open any more", async () => {
    const shared = viewOf(await admin.post(VIEWS, viewInput({ isShared: true })));
    await staff.put(`${VIEWS}/default`, { list: "workspaces", viewId: shared.viewId });
    expect(await listsOf(staff)).toMatchObject([{ view: { viewName: shared.viewName } }]);
    await admin.patch(`${VIEWS}/${shared.viewId}`, { isShared: false });
    expect(await listsOf(staff)).toEqual([{ list: "workspaces", size: null, view: null }]);

    await admin.put(`${VIEWS}/size`, { list: "alerts", size: 50 });
    await api.aUser({ ...own, isOrganizationAdmin: true });
    await api.db
      .updateTable("users")
      .set({ is_organization_admin: false })
      .where("user_id", "=", adminUser.userId)
      .execute();
    expect(await listsOf(admin)).toBeUndefined();
  });

  it("logs what is done to shared views, with their conditions", async () => {
    const input = viewInput({ viewName: "共有", isShared: true });
    const { viewId } = viewOf(await admin.post(VIEWS, input));
    await admin.patch(`${VIEWS}/${viewId}`, {
      conditions: { filters: {}, sort: "workspaceName,asc", size: 10, columns: ["a", "b"] },
    });
    await admin.delete(`${VIEWS}/${viewId}`);
    const events = await viewEvents();
    expect(events.map(({ operation }) => operation)).toEqual([
      "createView",
      "updateView",
      "deleteView",
    ]);
    expect(events[0]?.changes).toContainEqual({
      field: "list",
      before: null,
      after: "ワークスペース",
    });
    expect(events[1]?.changes).toEqual([
      {
        field: "conditions",
        before: "q=営業 sort=updatedAt,desc size=50",
        after: "sort=workspaceName,asc size=10 columns=a,b",
      },
    ]);
  });

  describe("when people are erased", () => {
    const erase = (url: string, confirmation: string) =>
      api.asSystemAdmin().send("DELETE", url, {
        payload: JSON.stringify({ confirmation }),
        headers: { "content-type": "application/json" },
      });

    it("go with their person, and where they search for the person", async () => {
      const gone = await api.aUser({ ...own, userName: "宝生院 三千代" });
      const search = { filters: { q: "宝生院 三千代" }, sort: null, size: null };
      const shared = { ...adminUser, isShared: true };
      await aView(api, { ...gone });
      await aView(api, { ...shared, viewName: "三千代さん", conditions: search });
      const stored = await aView(api, { ...shared, viewName: "残る" });
      const client = api.as(gone);
      await client.put(`${VIEWS}/default`, { list: "workspaces", viewId: stored });
      const done = await erase(`/admin/api/v1/users/${gone.userId}/personal-data`, gone.email);
      expect([done.status, done.body]).toMatchObject([200, { removed: { views: 3 } }]);
      expect(viewNamesOf(await admin.get(ofWorkspaces))).toEqual(["残る"]);
      const left = await api.db
        .selectFrom("list_settings")
        .select("list")
        .where("user_id", "=", gone.userId)
        .execute();
      expect(left).toEqual([]);
    });

    it("go with their organization", async () => {
      const name = "消える商会";
      const other = await api.anOrganization(name);
      const lastAdmin = await api.aUser({ organizationId: other, isOrganizationAdmin: true });
      await aView(api, { ...lastAdmin });
      await aView(api, { ...lastAdmin, isShared: true });
      const done = await erase(`/admin/api/v1/organizations/${other}/personal-data`, name);
      expect([done.status, done.body]).toMatchObject([200, { removed: { views: 2 } }]);
      const left = await api.db
        .selectFrom("list_views")
        .select("view_id")
        .where("organization_id", "=", other)
        .execute();
      expect(left).toEqual([]);
    });
  });
});
