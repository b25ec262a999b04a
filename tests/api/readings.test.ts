import { describe, expect, it } from "vitest";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { MEMBERS, namesOf, newUser, USERS, userOf } from "../support/userRequests.ts";

const ORGANIZATIONS = "/admin/api/v1/organizations";

const field = ({ body }: Pick<Answer, "body">, name: string): unknown =>
  Reflect.get(Object(body), name);
const errorsOf = (answer: Answer) => field(answer, "errors");
const pageOf = (answer: Answer, name: string): unknown[] =>
  Array.from(field(answer, "content") as object[], (row) => Reflect.get(row, name));

describeDatabase("readings", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  async function sign(input: object): Promise<Answer> {
    const answer = await admin.post(CONTRACTS, newContract(input));
    expect(answer.status).toBe(201);
    return answer;
  }

  const renamed = (id: number, body: object) => admin.patch(`${ORGANIZATIONS}/${id}`, body);

  describe("of a new contract", () => {
    it("go to the organization, its admin and the contract, as full-width katakana", async () => {
      const answer = await sign({
        organizationName: "大空商事",
        organizationNameKana: " おおぞらショウジ ",
        adminName: "東 海",
        adminNameKana: "ｱｽﾞﾏ　かい",
      });
      expect(answer.body).toMatchObject({
        organizationNameKana: "オオゾラショウジ",
        adminNameKana: "アズマ カイ",
      });
      const { organizationId } = contractOf(answer);
      const organization = await admin.get(`${ORGANIZATIONS}/${organizationId}`);
      expect(organization.body).toMatchObject({ organizationNameKana: "オオゾラショウジ" });
      const users = await admin.get(`${USERS}?organizationId=${organizationId}`);
      expect(pageOf(users, "userNameKana")).toEqual(["アズマ カイ"]);
    });

    it("may differ from the organization's neither in name nor in reading", async () => {
      const first = contractOf(
        await sign({ organizationName: "青山社", organizationNameKana: "アオヤマシャ" }),
      );
      const next = newContract({
        organizationId: first.organizationId,
        organizationName: "青山社",
        startDate: "2027-04-01",
        endDate: "2028-03-31",
        adminEmail: first.adminEmail,
      });
      const other = await admin.post(CONTRACTS, { ...next, organizationNameKana: "アオヤマ" });
      expect([other.status, errorsOf(other)]).toEqual([
        422,
        { organizationNameKana: fieldSentences.organizationNameKanaDiffers },
      ]);
      const same = await admin.post(CONTRACTS, { ...next, organizationNameKana: "あおやましゃ" });
      expect(same.status).toBe(201);
      expect(same.body).toMatchObject({ organizationNameKana: "アオヤマシャ" });
    });
  });

  it.each(["漢字", "abc", "カナ1", "ー", ""])("refuse %j at the field", async (kana) => {
    const contract = await admin.post(
      CONTRACTS,
      newContract({ organizationNameKana: kana, adminNameKana: kana }),
    );
    expect(contract.status).toBe(422);
    expect(Object.keys(Object(errorsOf(contract))).sort()).toEqual([
      "adminNameKana",
      "organizationNameKana",
    ]);
    const user = await admin.post(USERS, newUser({ isSystemAdmin: true, userNameKana: kana }));
    expect([user.status, Object.keys(Object(errorsOf(user)))]).toEqual([422, ["userNameKana"]]);
  });

  describe("in a PATCH", () => {
    it("change the admin of a contract, stay when absent, and are cleared by null", async () => {
      const { contractId } = contractOf(await sign({ adminNameKana: "ヤマダ ハナコ" }));
      const url = `${CONTRACTS}/${contractId}`;
      const memo = await admin.patch(url, { memo: "覚え書き" });
      expect(memo.body).toMatchObject({ adminNameKana: "ヤマダ ハナコ", version: 2 });
      const changed = await admin.patch(url, { adminNameKana: "やまだ　はな" });
      expect(changed.body).toMatchObject({ adminNameKana: "ヤマダ ハナ", version: 3 });
      const cleared = await admin.patch(url, { adminNameKana: null });
      expect(cleared.body).toMatchObject({ adminNameKana: null, version: 4 });
      const fixed = await admin.patch(url, { organizationNameKana: "ベツ" });
      expect([fixed.status, errorsOf(fixed)]).toEqual([
        422,
        { organizationNameKana: fieldSentences.organizationNameFixed },
      ]);
    });

    it("change an organization in its contracts, too", async () => {
      const { organizationId, contractId } = contractOf(await sign({ organizationName: "甲乙社" }));
      const answer = await renamed(organizationId, { organizationNameKana: "こうおつしゃ" });
      expect(answer.body).toMatchObject({
        organizationName: "甲乙社",
        organizationNameKana: "コウオツシャ",
        version: 2,
      });
      const contract = await admin.get(`${CONTRACTS}/${contractId}`);
      expect(contract.body).toMatchObject({ organizationNameKana: "コウオツシャ" });
      const stored = await renamed(organizationId, { organizationName: "甲乙丙社" });
      expect(stored.body).toMatchObject({ organizationNameKana: "コウオツシャ", version: 3 });
      const cleared = await renamed(organizationId, { organizationNameKana: null });
      expect(cleared.body).toMatchObject({ organizationNameKana: null, version: 4 });
    });

    it("change a user, who may be oneself", async () => {
      const organizationId = await api.anOrganization();
      const member = await api.aUser({ organizationId, isOrganizationAdmin: true });
      const url = `${MEMBERS}/${member.userId}`;
      const changed = await api.as(member).patch(url, { userNameKana: "こばやし" });
      expect(userOf(changed).userNameKana).toBe("コバヤシ");
      const cleared = await api.as(member).patch(url, { userNameKana: null });
      expect(userOf(cleared).userNameKana).toBeNull();
    });
  });

  it("find organizations, contracts and users", async () => {
    const { organizationId, contractId } = contractOf(
      await sign({
        organizationName: "東雲",
        organizationNameKana: "シノノメ",
        adminName: "小鳥遊 歩",
        adminNameKana: "タカナシ アユム",
      }),
    );
    for (const q of ["しのの", "ｼﾉﾉﾒ"]) {
      const found = await admin.get(`${ORGANIZATIONS}?q=${encodeURIComponent(q)}`);
      expect(pageOf(found, "organizationId")).toEqual([organizationId]);
      const contracts = await admin.get(`${CONTRACTS}?q=${encodeURIComponent(q)}`);
      expect(pageOf(contracts, "contractId")).toEqual([contractId]);
    }
    const contracts = await admin.get(`${CONTRACTS}?q=${encodeURIComponent("たかなし")}`);
    expect(pageOf(contracts, "contractId")).toEqual([contractId]);
    const users = await admin.get(`${USERS}?q=${encodeURIComponent("タカナシ")}`);
    expect(namesOf(users)).toEqual(["小鳥遊 歩"]);
  });

  describe("as the order of names", () => {
    const people: [name: string, kana: string | null][] = [
      ["亜", null],
      ["渡辺", "ワタナベ"],
      ["金子", "カネコ"],
      ["後藤", "ゴトウ"],
      ["古賀", "コガ"],
      ["賀藤", "ガトウ"],
      ["加藤", "カトウ"],
      ["青木", "アオキ"],
    ];
    const inOrder = "青木 加藤 賀藤 金子 古賀 後藤 渡辺 亜".split(" ");

    it("sort users, those without a reading last", async () => {
      const organizationId = await api.anOrganization();
      for (const [userName, userNameKana] of people) {
        await admin.post(USERS, newUser({ organizationId, userName, userNameKana }));
      }
      const url = `${USERS}?organizationId=${organizationId}&size=20&sort=userName`;
      expect(namesOf(await admin.get(`${url},asc`))).toEqual(inOrder);
      expect(namesOf(await admin.get(`${url},desc`))).toEqual(inOrder.toReversed());
    });

    it("sort organizations and contracts by that of the organization", async () => {
      for (const [name, kana] of people) {
        await sign({
          organizationName: `${name}順`,
          organizationNameKana: kana && `${kana}ジュン`,
        });
      }
      const expected = inOrder.map((name) => `${name}順`);
      for (const url of [ORGANIZATIONS, CONTRACTS]) {
        const found = await admin.get(
          `${url}?q=${encodeURIComponent("順")}&size=20&sort=organizationName,asc`,
        );
        expect(pageOf(found, "organizationName")).toEqual(expected);
      }
      const all = await admin.get(`${CONTRACTS}?size=100&sort=organizationName,asc`);
      const shown = pageOf(all, "organizationName").filter((name) => String(name).endsWith("順"));
      expect(shown).toEqual(expected);
    });
  });
});
