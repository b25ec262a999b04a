import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { adminSearchResult, staffSearchResult } from "../../domain/search/schemas.ts";
import { searchKeys } from "../../domain/text/searchKey.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const NOW = "2026-04-15T01:00:00.000Z";

describeDatabase("GET /search", (engine) => {
  const api = suiteApi(engine, { now: NOW });

  /** What is found, as `kind title`, in its order. */
  async function allFound(client: ApiClient, q: string): Promise<string[]> {
    const { body } = await client.get(`/admin/api/v1/search?${new URLSearchParams({ q })}`);
    return adminSearchResult.parse(body).found.map(({ kind, title }) => `${kind} ${title}`);
  }
  async function ownFound(client: ApiClient, q: string) {
    const { body } = await client.get(`/api/v1/search?${new URLSearchParams({ q })}`);
    return staffSearchResult.parse(body).found;
  }
  const titles = async (client: ApiClient, q: string) =>
    (await ownFound(client, q)).map(({ kind, title }) => `${kind} ${title}`);

  describe("of a system admin", () => {
    const admin = api.asSystemAdmin();
    let organizationId: number;
    let user: TestUser;
    beforeAll(async () => {
      organizationId = await anOrganization(api.db, "髙橋製薬株式会社", "45670001");
      user = await api.aUser({
        organizationId,
        userName: "鬼頭 はじめ",
        email: "kito@takahashi.example.com",
      });
      for (const year of [2024, 2025, 2026, 2027]) {
        await aContract(api.db, {
          organizationId,
          adminName: "鬼頭 はじめ",
          startDate: `${year}-04-01`,
          endDate: `${year + 1}-03-31`,
        });
      }
    });

    it("finds an organization with its running contract, then its next and latest", async () => {
      const { body } = await admin.get(`/admin/api/v1/search?q=${encodeURIComponent("高橋製薬")}`);
      const { found } = adminSearchResult.parse(body);
      expect(found.map(({ kind, details }) => [kind, details[0], details[1]])).toEqual([
        ["contracts", "2026/04〜2027/03", "契約中"],
        ["contracts", "2027/04〜2028/03", "契約前"],
        ["contracts", "2025/04〜2026/03", "契約終了"],
        ["contracts", "2024/04〜2025/03", "契約終了"],
        ["organizations", "45670001", undefined],
      ]);
      expect(found[0]).toMatchObject({
        title: "髙橋製薬株式会社",
        parentId: String(organizationId),
      });
      expect(found.at(-1)).toMatchObject({ id: String(organizationId), parentId: null });
    });

    it.each([
      ["the beginning of a number", "456700", ["contracts", "organizations"]],
      ["the name of an admin, in kana", "ハジメ", ["contracts", "users"]],
      ["one character", "鬼", ["contracts", "users"]],
      ["the beginning of an address", "KITO@taka", ["users"]],
      ["what is nowhere", "鬼頭はじめる", []],
      ["only invisible characters", "\u200b", []],
    ])("finds by %s", async (_, q, kinds) => {
      const found = await allFound(admin, q);
      expect([...new Set(found.map((each) => each.split(" ")[0]))]).toEqual(kinds);
      if (kinds.includes("users")) expect(found).toContain(`users ${user.userName}`);
    });

    it("finds a rare name behind the newest, and five of a frequent one", async () => {
      await sql`
        insert into users (user_id, organization_id, email, user_name, search_key, created_at, updated_at)
        select 'many-' || n, ${organizationId}, 'many' || n || '@example.org',
          case n when 700 then '龍造寺 凛' else '江戸川 一' end,
          case n when 700 then ${searchKeys("龍造寺 凛")}::text else ${searchKeys("江戸川 一")} end
            || ' many' || n || '@example.org',
          now() - n * interval '1 minute', now()
        from generate_series(1, 700) n`.execute(api.db);
      expect(await allFound(admin, "龍造寺")).toEqual(["users 龍造寺 凛"]);
      expect(await allFound(admin, "many700@")).toEqual(["users 龍造寺 凛"]);
      expect(await allFound(admin, "江戸川")).toEqual(Array(5).fill("users 江戸川 一"));
    });

    it.each(["", "q=", "q=%20", `q=${"a".repeat(101)}`, "q=a&size=3"])(
      "refuses ?%s",
      async (query) => {
        expect((await admin.get(`/admin/api/v1/search?${query}`)).status).toBe(400);
      },
    );
  });

  describe("of a member", () => {
    const own = perSuite(() => api.organization("医療法人"));
    let dictionaryId: number;
    let orgAdmin: ApiClient;
    let staff: ApiClient;
    beforeAll(async () => {
      dictionaryId = await aDictionary(api, { ...own, dictionaryName: "医療用語" });
      await aDictionary(api, {
        ...own,
        dictionaryName: "社内用語",
        description: "医療のほか",
      });
      await someEntries(api, { ...own, dictionaryId }, [
        { surface: "医療機器", reading: "いりょうきき" },
        { surface: "医療", reading: "いりょう", enabled: false },
        { surface: "髙橋医院", reading: "たかはしいいん" },
        { surface: "地域医療", reading: "ちいきいりょう" },
      ]);
      orgAdmin = api.as(
        await api.aUser({ ...own, userName: "医療 花子", isOrganizationAdmin: true }),
      );
      const clerk = await api.aUser({ ...own, userName: "職員 次郎" });
      staff = api.as(clerk);
      await aWorkspace(api, { ...own, workspaceName: "医療一課", userIds: [clerk.userId] });
      await aWorkspace(api, { ...own, workspaceName: "医療二課" });
    });

    it("finds what an organization admin may read, best matches first", async () => {
      expect(await titles(orgAdmin, "医療")).toEqual([
        "dictionaries 医療用語",
        "dictionaries 社内用語",
        "entries 医療",
        "entries 医療機器",
        "workspaces 医療一課",
        "workspaces 医療二課",
        "users 医療 花子",
      ]);
    });

    it("finds own workspaces alone and no members for others", async () => {
      const found = await titles(staff, "医療");
      expect(found.filter((each) => /^(workspaces|users)/.test(each))).toEqual([
        "workspaces 医療一課",
      ]);
    });

    it.each([
      ["kana", "いりょうき", ["医療機器"]],
      ["katakana", "タカハシ", ["髙橋医院"]],
      ["another form of a kanji", "高橋", ["髙橋医院"]],
      ["the middle of a word", "機器", []],
    ])("finds words by the beginning of surface or reading: %s", async (_, q, surfaces) => {
      const found = await ownFound(staff, q);
      expect(found).toMatchObject(
        surfaces.map((title) => ({ kind: "entries", title, parentId: String(dictionaryId) })),
      );
    });

    it("finds nothing of another organization", async () => {
      const other = await api.anOrganization();
      const stranger = api.as(
        await api.aUser({ organizationId: other, isOrganizationAdmin: true }),
      );
      for (const q of ["医療", "いりょう", "花子"]) expect(await titles(stranger, q)).toEqual([]);
    });
  });
});
