import { describe, expect, it } from "vitest";
import { organizationOverview } from "../../domain/organizations/overview.ts";
import { organization } from "../../domain/organizations/schemas.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { evaluateAlerts } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { newUser, USERS, userOf } from "../support/userRequests.ts";

const ORGANIZATIONS = "/admin/api/v1/organizations";
const AT = new Date("2026-04-01T00:00:00Z");

describeDatabase("/organizations", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const namesOf = ({ body }: Answer): string[] =>
    organization
      .array()
      .parse(Reflect.get(Object(body), "content"))
      .map(({ organizationName }) => organizationName);

  async function belongings(organizationId: number, workspaces: number, dictionaries: number) {
    const dates = { created_at: AT, updated_at: AT };
    for (let n = 0; n < workspaces; n += 1) {
      await api.db
        .insertInto("workspaces")
        .values({
          organization_id: organizationId,
          workspace_name: `${n}`,
          name_key: `${n}`,
          ...dates,
        })
        .execute();
    }
    for (let n = 0; n < dictionaries; n += 1) {
      const name = `辞書${n}`;
      await api.db
        .insertInto("dictionaries")
        .values({
          organization_id: organizationId,
          category: "一般辞書",
          dictionary_name: name,
          name_key: searchKey(name),
          ...dates,
        })
        .execute();
    }
  }

  it("answers an organization with its current contract and what belongs to it", async () => {
    const organizationId = await api.anOrganization("甲社");
    await aContract(api.db, { organizationId, startDate: "2025-01-01", endDate: "2025-12-31" });
    const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const contractId = await aContract(api.db, { organizationId, ...year });
    await aContract(api.db, { organizationId, startDate: "2027-01-01", endDate: "2027-12-31" });
    await belongings(organizationId, 2, 3);
    await api.aUser({ organizationId });
    const answer = await admin.get(`${ORGANIZATIONS}/${organizationId}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.body).toEqual({
      organizationId,
      organizationNameKana: null,
      organizationNo: expect.stringMatching(/^\d{8}$/),
      organizationName: "甲社",
      currentContractId: contractId,
      currentContractStatus: "ACTIVE",
      nextContractStartDate: "2027-01-01",
      userCount: 1,
      workspaceCount: 2,
      dictionaryCount: 3,
      addressesHeldAt: null,
      allowedAddresses: [],
      version: 1,
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    });
    const listed = await admin.get(`${ORGANIZATIONS}?q=${encodeURIComponent("甲社")}`);
    expect(listed.body).toMatchObject({ content: [answer.body], totalElements: 1 });
  });

  it.each([
    ["has none", {}, null, null],
    ["ends today", { startDate: "2025-04-16", endDate: "2026-04-15" }, "EXPIRING", null],
    ["ended yesterday", { startDate: "2025-04-15", endDate: "2026-04-14" }, null, null],
    ["begins tomorrow", { startDate: "2026-04-16", endDate: "2027-04-15" }, null, "2026-04-16"],
    ["was terminated by yesterday", { terminationDate: "2026-04-14" }, null, null],
    ["is terminated by tomorrow", { terminationDate: "2026-04-16" }, "EXPIRING", null],
  ])("tells the contract of one that %s", async (_, period, status, next) => {
    const organizationId = await api.anOrganization();
    if (Object.keys(period).length > 0) await aContract(api.db, { organizationId, ...period });
    const answer = await admin.get(`${ORGANIZATIONS}/${organizationId}`);
    expect(answer.body).toMatchObject({
      currentContractStatus: status,
      nextContractStartDate: next,
    });
  });

  it("follows the date in Tokyo", async () => {
    const organizationId = await api.anOrganization();
    await aContract(api.db, { organizationId, startDate: "2026-04-16", endDate: "2027-04-15" });
    const statusAt = async (instant: string) => {
      api.clock.set(instant);
      const { body } = await admin.get(`${ORGANIZATIONS}/${organizationId}`);
      return organization.parse(body).currentContractStatus;
    };
    expect(await statusAt("2026-04-15T23:59:59+09:00")).toBeNull();
    expect(await statusAt("2026-04-16T00:00:00+09:00")).toBe("ACTIVE");
    api.clock.set("2026-04-15T10:00:00+09:00");
  });

  it("finds organizations by name and number, however they are typed", async () => {
    await api.anOrganization("株式会社ＡＢＣシステムズ");
    const id = await api.anOrganization("abcコンサルティング");
    await api.anOrganization("髙橋商店");
    await api.anOrganization("高橋会計");
    const find = async (q: string) =>
      namesOf(await admin.get(`${ORGANIZATIONS}?q=${encodeURIComponent(q)}`));
    const abc = ["株式会社ＡＢＣシステムズ", "abcコンサルティング"];
    for (const q of ["ＡＢＣ", "abc", "Ａbc"]) expect(await find(q), q).toEqual(abc);
    const takahashi = ["髙橋商店", "高橋会計"];
    for (const q of ["髙橋", "高橋", "橋"]) expect(await find(q), q).toEqual(takahashi);
    expect(await find("ｼｽﾃﾑ")).toEqual(["株式会社ＡＢＣシステムズ"]);
    expect(await find("%")).toEqual([]);
    const { body } = await admin.get(`${ORGANIZATIONS}/${id}`);
    const { organizationNo } = organization.parse(body);
    expect(await find(organizationNo)).toEqual(["abcコンサルティング"]);
    expect(await find(organizationNo.slice(-3))).toContain("abcコンサルティング");
  });

  it.each(["organizationId", "organizationNo", "organizationName", "updatedAt"])(
    "pages through every organization once in the order of %s, both ways",
    async (sort) => {
      const read = async (direction: string): Promise<string[]> => {
        const total = organizationCount(await admin.get(ORGANIZATIONS));
        const pages = await Promise.all(
          Array.from({ length: Math.ceil(total / 5) }, (_, page) =>
            admin.get(`${ORGANIZATIONS}?size=5&page=${page}&sort=${sort},${direction}`),
          ),
        );
        return pages.flatMap(({ body }) =>
          organization
            .array()
            .parse(Reflect.get(Object(body), "content"))
            .map(({ organizationNo }) => organizationNo),
        );
      };
      const up = await read("asc");
      expect(new Set(up).size).toBe(organizationCount(await admin.get(ORGANIZATIONS)));
      expect(await read("desc")).toEqual(up.reverse());
    },
  );

  it("lists those whose contracts have a gap that is not over", async () => {
    const year = (organizationId: number, startDate: string, endDate: string) =>
      aContract(api.db, { organizationId, startDate, endDate });
    const withNext = async (name: string, next: string) => {
      const organizationId = await api.anOrganization(name);
      await year(organizationId, "2025-05-01", "2026-04-30");
      await year(organizationId, next, "2027-12-31");
      return organizationId;
    };
    const evaluate = (id: number) =>
      evaluateAlerts({ db: api.db, now: api.clock.now, config: api.config }, id);
    const gapped = await withNext("空白社", "2026-05-11");
    const adjacent = await withNext("隣接社", "2026-05-01");
    const past = await api.anOrganization("過去社");
    await year(past, "2025-01-01", "2025-06-30");
    await year(past, "2025-08-01", "2026-07-31");
    for (const id of [gapped, adjacent, past]) await evaluate(id);
    const named = async (query: string) =>
      namesOf(await admin.get(`${ORGANIZATIONS}?gap=true&${query}`));
    expect(await named("")).toEqual(["空白社"]);
    expect(await named(`q=${encodeURIComponent("隣接")}`)).toEqual([]);
    api.clock.set("2026-05-11T10:00:00+09:00");
    await evaluate(gapped);
    expect(await named("")).toEqual([]);
    api.clock.set("2026-04-15T10:00:00+09:00");
    expect((await admin.get(`${ORGANIZATIONS}?gap=false`)).status).toBe(400);
  });

  it("counts its people, but no withdrawn invitation, also in the list and the overview", async () => {
    const organizationId = await api.anOrganization("取消社");
    const page = `${ORGANIZATIONS}/${organizationId}`;
    const left = await api.aUser({ organizationId, userName: "退職 者" });
    const invited = async (userName: string) =>
      userOf(await admin.post(USERS, newUser({ organizationId, userName })));
    const set = async ({ userId }: { userId: string }, status: string) =>
      expect((await admin.patch(`${USERS}/${userId}`, { status })).status).toBe(200);
    const withdrawn = await invited("取消 済み");
    await invited("招待 中");
    await set(left, "DISABLED");
    await set(withdrawn, "DISABLED");

    const counts = async () => {
      const list = await admin.get(`${ORGANIZATIONS}?q=${encodeURIComponent("取消社")}`);
      const { people } = organizationOverview.parse((await admin.get(`${page}/overview`)).body);
      expect(list.body).toMatchObject({ content: [{ userCount: people.total }] });
      expect((await admin.get(page)).body).toMatchObject({ userCount: people.total });
      expect(people.content).toHaveLength(people.total);
      return people.content.map(({ userName }) => userName);
    };
    expect(await counts()).toEqual(["招待 中", "退職 者"]);
    await set(withdrawn, "ACTIVE");
    expect(await counts()).toHaveLength(3);
    await set(withdrawn, "DISABLED");
    const erased = await admin.send("DELETE", `${USERS}/${withdrawn.userId}/personal-data`, {
      payload: JSON.stringify({ confirmation: withdrawn.email }),
      headers: { "content-type": "application/json" },
    });
    expect(erased.status, erased.text).toBeLessThan(300);
    expect(await counts()).toEqual(["招待 中", "退職 者"]);
  });

  it("is empty past the end", async () => {
    const answer = await admin.get(`${ORGANIZATIONS}?page=1000`);
    expect([answer.status, answer.body]).toMatchObject([200, { content: [], page: 1000 }]);
  });

  it.each(["sort=userCount,asc", "name=x", "page=-1", "size=101"])(
    "refuses the query %s",
    async (query) => {
      const answer = await admin.get(`${ORGANIZATIONS}?${query}`);
      expect([answer.status, answer.body]).toMatchObject([400, { code: "BAD_QUERY" }]);
    },
  );

  describe("PATCH", () => {
    it("renames, also in the contracts and for the search", async () => {
      const organizationId = await api.anOrganization("旧社名");
      const contractId = await aContract(api.db, { organizationId });
      const answer = await admin.patch(`${ORGANIZATIONS}/${organizationId}`, {
        organizationName: "　﨑山ホールディングス ",
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.etag).toBe('"2"');
      expect(answer.body).toMatchObject({
        organizationName: "﨑山ホールディングス",
        currentContractId: contractId,
        version: 2,
        updatedAt: "2026-04-15T01:00:00.000Z",
      });
      const found = await admin.get(`${ORGANIZATIONS}?q=${encodeURIComponent("崎山ほーる")}`);
      expect(namesOf(found)).toEqual(["﨑山ホールディングス"]);
      const contract = contractOf(await admin.get(`${CONTRACTS}/${contractId}`));
      expect(contract).toMatchObject({ organizationName: "﨑山ホールディングス", version: 1 });
    });

    it.each([{}, { organizationName: "同じ名前" }])("keeps the version at %j", async (body) => {
      const organizationId = await api.anOrganization("同じ名前");
      const answer = await admin.patch(`${ORGANIZATIONS}/${organizationId}`, body);
      expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
    });

    it("refuses a stale version with the organization as it is", async () => {
      const organizationId = await api.anOrganization();
      const rename = (organizationName: string) =>
        admin.patch(
          `${ORGANIZATIONS}/${organizationId}`,
          { organizationName },
          { "if-match": '"1"' },
        );
      expect((await rename("先")).status).toBe(200);
      const answer = await rename("後");
      expect(answer.status).toBe(412);
      expect(answer.body).toMatchObject({
        code: "STALE_VERSION",
        current: { organizationId, organizationName: "先", version: 2 },
      });
    });

    it.each([
      [{ organizationName: " " }, { organizationName: "組織名を入力してください。" }],
      [{ organizationName: null }, { organizationName: "組織名を入力してください。" }],
      [
        { organizationName: "あ".repeat(101) },
        { organizationName: "組織名は100文字以内で入力してください。" },
      ],
      [
        { organizationNo: "10000001", memo: "" },
        { organizationNo: "使用できない項目です。", memo: "使用できない項目です。" },
      ],
    ])("refuses %j", async (body, errors) => {
      const organizationId = await api.anOrganization();
      const answer = await admin.patch(`${ORGANIZATIONS}/${organizationId}`, body);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: "VALIDATION_FAILED", errors });
    });
  });
});

function organizationCount({ body }: Answer): number {
  return Number(Reflect.get(Object(body), "totalElements"));
}
