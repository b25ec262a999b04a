import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import {
  aWorkspace,
  WORKSPACES,
  workspaceNamesOf,
  workspaceOf,
} from "../support/workspaceRequests.ts";

const NOW = "2026-04-15T01:00:00.000Z";

describeDatabase("/workspaces", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));

  const some = (...names: string[]) =>
    Promise.all(names.map((workspaceName) => aWorkspace(api, { ...own, workspaceName })));

  it("creates a workspace that can be read, changed and deleted by its version", async () => {
    await some("総務部");
    const created = await admin.post(WORKSPACES, { workspaceName: "　営業部 " });
    expect([created.status, created.headers.etag]).toEqual([201, '"1"']);
    expect(created.body).toEqual({
      workspaceId: expect.any(Number),
      ...own,
      workspaceName: "営業部",
      memberCount: 0,
      managedBy: null,
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    const one = `${WORKSPACES}/${workspaceOf(created).workspaceId}`;
    const read = await admin.get(one);
    expect([read.status, read.headers.etag, read.body]).toEqual([200, '"1"', created.body]);

    api.clock.set("2026-04-15T02:00:00Z");
    const ifMatch = { "if-match": '"1"' };
    const renamed = await admin.patch(one, { workspaceName: "第一営業部" }, ifMatch);
    api.clock.set(NOW);
    expect([renamed.status, renamed.headers.etag]).toEqual([200, '"2"']);
    expect(renamed.body).toEqual({
      ...workspaceOf(created),
      workspaceName: "第一営業部",
      version: 2,
      updatedAt: "2026-04-15T02:00:00.000Z",
    });

    const stale = [
      await admin.patch(one, { workspaceName: "第二営業部" }, ifMatch),
      await admin.delete(one, ifMatch),
    ];
    for (const answer of stale) {
      expect([answer.status, answer.body]).toMatchObject([
        412,
        { code: "STALE_VERSION", current: renamed.body },
      ]);
    }
    const deleted = await admin.delete(one, { "if-match": '"2"' });
    expect([deleted.status, deleted.body]).toEqual([200, renamed.body]);
    expect((await admin.get(one)).status).toBe(404);
  });

  it.each([{}, { workspaceName: "同じ名前" }])("keeps the version at %j", async (body) => {
    const [workspaceId] = await some("同じ名前");
    const answer = await admin.patch(`${WORKSPACES}/${workspaceId}`, body);
    expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
  });

  it("answers a repeated POST as the first time, and creates nothing more", async () => {
    const key = { "idempotency-key": "k-1" };
    const post = (workspaceName: string) => admin.post(WORKSPACES, { workspaceName }, key);
    const answers = [await post("営業部"), await post("営業部")];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers[1]?.headers.etag).toBe('"1"');
    expect((await post("総務部")).body).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
    expect(workspaceNamesOf(await admin.get(WORKSPACES))).toEqual(["営業部"]);
  });

  it("refuses a name that the organization has, but not one of another organization", async () => {
    await aWorkspace(api, { organizationId: await api.anOrganization(), workspaceName: "経理部" });
    const [, other] = await some("営業部", "総務部");
    const taken = { workspaceName: "営業部" };
    const refused = [
      await admin.post(WORKSPACES, taken),
      await admin.patch(`${WORKSPACES}/${other}`, taken),
    ];
    for (const { status, body } of refused) {
      expect([status, body]).toMatchObject([
        409,
        {
          code: "NAME_EXISTS",
          message: "同じ名前がすでに登録されています。",
          errors: { workspaceName: "同じ名前がすでに登録されています。" },
        },
      ]);
    }
    expect((await admin.post(WORKSPACES, { workspaceName: "経理部" })).status).toBe(201);
  });

  it.each([
    [{ workspaceName: " " }, { workspaceName: "ワークスペース名を入力してください。" }],
    [{ workspaceName: null }, { workspaceName: "ワークスペース名を入力してください。" }],
    [
      { workspaceName: "あ".repeat(101) },
      { workspaceName: "ワークスペース名は100文字以内で入力してください。" },
    ],
    [
      { workspaceName: "営業\u0000部" },
      { workspaceName: "3文字目に見えない文字（U+0000）があります。" },
    ],
    [{ workspaceName: "部", memberCount: 3 }, { memberCount: "使用できない項目です。" }],
  ])("refuses %j", async (body, errors) => {
    const [workspaceId] = await some("部門");
    const answers = [
      await admin.post(WORKSPACES, body),
      await admin.patch(`${WORKSPACES}/${workspaceId}`, body),
    ];
    for (const answer of answers) {
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { code: "VALIDATION_FAILED", errors },
      ]);
    }
  });

  it("keeps the last workspace of an organization", async () => {
    const [first, last] = await some("一", "二");
    expect((await admin.delete(`${WORKSPACES}/${first}`)).status).toBe(200);
    const answer = await admin.delete(`${WORKSPACES}/${last}`);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        code: "LAST_WORKSPACE",
        message:
          "最後のワークスペースは削除できません。別のワークスペースを追加すると、削除できます。",
      },
    ]);
    expect((await admin.get(`${WORKSPACES}/${last}`)).status).toBe(200);
  });

  it("shows others only those they are members of", async () => {
    const staff = await api.aUser(own);
    const [, alone] = await some("総務部", "経理部");
    const mine = await aWorkspace(api, {
      ...own,
      workspaceName: "営業部",
      userIds: [staff.userId],
    });
    const client = api.as(staff);
    const listed = await client.get(WORKSPACES);
    expect(listed.body).toMatchObject({
      content: [{ workspaceId: mine, memberCount: 1 }],
      totalElements: 1,
    });
    expect((await client.get(`${WORKSPACES}/${mine}`)).status).toBe(200);
    const unknown = await client.get(`${WORKSPACES}/999999`);
    for (const path of [`${alone}`, `${alone}/members`]) {
      const answer = await client.get(`${WORKSPACES}/${path}`);
      expect(answer.status).toBe(404);
      expect({ ...Object(answer.body), requestId: "" }).toEqual({
        ...Object(unknown.body),
        requestId: "",
      });
    }
    expect(workspaceNamesOf(await admin.get(WORKSPACES))).toHaveLength(3);
  });

  describe("the list", () => {
    it("finds workspaces however they are typed, by one and two characters too", async () => {
      await some("ＡＢＣプロジェクト", "abc企画", "髙橋チーム", "高橋班", "ﾃﾞｰﾀ分析室");
      const find = async (q: string) =>
        workspaceNamesOf(await admin.get(`${WORKSPACES}?q=${encodeURIComponent(q)}`)).toSorted();
      const abc = ["ＡＢＣプロジェクト", "abc企画"].toSorted();
      for (const q of ["ＡＢＣ", "abc", "Ａb", "ｂ"]) expect(await find(q), q).toEqual(abc);
      const takahashi = ["髙橋チーム", "高橋班"].toSorted();
      for (const q of ["髙橋", "高橋", "高", "橋"]) expect(await find(q), q).toEqual(takahashi);
      expect(await find("デー た")).toEqual(["ﾃﾞｰﾀ分析室"]);
      for (const q of ["%", "_", "営業"]) expect(await find(q), q).toEqual([]);
      expect(await find(" ")).toHaveLength(5);
    });

    it("finds a workspace by its new name once it is renamed", async () => {
      const [workspaceId] = await some("旧部門");
      await admin.patch(`${WORKSPACES}/${workspaceId}`, { workspaceName: "﨑山支店" });
      const found = await admin.get(`${WORKSPACES}?q=${encodeURIComponent("崎")}`);
      expect(workspaceNamesOf(found)).toEqual(["﨑山支店"]);
      const gone = await admin.get(`${WORKSPACES}?q=${encodeURIComponent("旧")}`);
      expect(gone.body).toMatchObject({ content: [], totalElements: 0 });
    });

    it("sorts by name as it is searched, not as it is written", async () => {
      await some("ｲ班", "ウ班", "あ班");
      const listed = await admin.get(`${WORKSPACES}?sort=workspaceName,desc`);
      expect(workspaceNamesOf(listed)).toEqual(["ウ班", "ｲ班", "あ班"]);
      expect(listed.body).toMatchObject({ sort: "workspaceName,desc" });
    });

    it.each(["workspaceId", "workspaceName", "createdAt", "updatedAt"])(
      "pages through every workspace once in the order of %s, both ways",
      async (sort) => {
        // The clock stands still and these names have the same search key, so the id decides.
        const ids = await some("髙橋", "高橋", "ABC", "abc", "Abc", "aBC", "総務");
        const read = async (direction: string) => {
          const pages = await Promise.all(
            [0, 1, 2, 3].map((page) =>
              admin.get(`${WORKSPACES}?size=2&page=${page}&sort=${sort},${direction}`),
            ),
          );
          expect(pages[3]?.body).toMatchObject({ totalElements: 7, totalPages: 4, page: 3 });
          return pages.flatMap(workspaceNamesOf);
        };
        const up = await read("asc");
        expect(new Set(up).size).toBe(ids.length);
        expect(await read("desc")).toEqual(up.toReversed());
      },
    );

    it("is empty past the end", async () => {
      await some("営業部");
      const answer = await admin.get(`${WORKSPACES}?page=7`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ content: [], page: 7, totalElements: 1, totalPages: 1 });
    });

    it.each(["sort=memberCount,asc", "name=x", "page=-1", "size=101", "q=%00"])(
      "refuses the query %s",
      async (query) => {
        const answer = await admin.get(`${WORKSPACES}?${query}`);
        expect([answer.status, answer.body]).toMatchObject([400, { code: "BAD_QUERY" }]);
      },
    );
  });
});
