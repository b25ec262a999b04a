import { beforeEach, describe, expect, it } from "vitest";
import { DICTIONARY_CATEGORIES } from "../../domain/dictionaries/rules.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import {
  aDictionary,
  DICTIONARIES,
  dictionaryNamesOf,
  dictionaryOf,
  lockFor,
  newName,
} from "../support/dictionaryRequests.ts";
import { perTest } from "../support/perSuite.ts";

const anyVersion = { "if-match": "*" };

describeDatabase("/dictionaries in the staff area", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const announced = suiteAnnounced(api);
  const own = perTest(() => api.organization());
  const keeperUser = perTest(() => api.aUser({ ...own, isDictionaryAdmin: true }));
  const keeper = api.as(keeperUser);
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const staff = api.as(perTest(() => api.aUser(own)));

  beforeEach(() => announced());

  describe("the list", () => {
    const names = async (query: string, client = staff) => {
      const answer = await client.get(`${DICTIONARIES}?${query}`);
      expect(answer.status, answer.text).toBe(200);
      return dictionaryNamesOf(answer);
    };
    const some = async (...requested: object[]) => {
      const ids = [];
      for (const input of requested) ids.push(await aDictionary(api, { ...own, ...input }));
      return ids;
    };

    it("is empty at first, and shows nothing of other organizations", async () => {
      await aDictionary(api, { organizationId: await api.anOrganization("他社") });
      expect((await staff.get(DICTIONARIES)).body).toEqual({
        content: [],
        page: 0,
        size: 10,
        sort: "dictionaryId,asc",
        totalElements: 0,
        totalPages: 0,
      });
    });

    it("answers every field of a dictionary to every member", async () => {
      const [dictionaryId = 0] = await some({
        category: "組織辞書",
        dictionaryName: "取引先名",
        description: "営業部が使う",
      });
      const expected = {
        dictionaryId,
        ...own,
        category: "組織辞書",
        dictionaryName: "取引先名",
        description: "営業部が使う",
        workspaceIds: [],
        entryCount: 0,
        lockedAt: null,
        lockedBy: null,
        lockedByName: null,
        lockExpiresAt: null,
        version: 1,
        createdAt: "2026-04-15T01:00:00.000Z",
        updatedAt: "2026-04-15T01:00:00.000Z",
      };
      for (const client of [staff, keeper, admin]) {
        expect((await client.get(DICTIONARIES)).body).toMatchObject({ content: [expected] });
        const one = await client.get(`${DICTIONARIES}/${dictionaryId}`);
        expect([one.status, one.body, one.headers.etag]).toEqual([200, expected, '"1"']);
      }
    });

    it("is in the requested order, categories by their priority", async () => {
      await some(
        { category: "業務辞書", dictionaryName: "いろは", createdAt: "2026-01-03T00:00:00Z" },
        { category: "一般辞書", dictionaryName: "アイウ", createdAt: "2026-01-01T00:00:00Z" },
        { category: "組織辞書", dictionaryName: "ｶｷｸ", createdAt: "2026-01-02T00:00:00Z" },
        { category: "一般辞書", dictionaryName: "うえお", createdAt: "2026-01-03T00:00:00Z" },
      );
      const orders = {
        dictionaryId: ["いろは", "アイウ", "ｶｷｸ", "うえお"],
        dictionaryName: ["アイウ", "いろは", "うえお", "ｶｷｸ"],
        category: ["アイウ", "うえお", "ｶｷｸ", "いろは"],
        createdAt: ["アイウ", "ｶｷｸ", "いろは", "うえお"],
        updatedAt: ["アイウ", "ｶｷｸ", "いろは", "うえお"],
      };
      for (const [field, order] of Object.entries(orders)) {
        expect(await names(`sort=${field},asc`), field).toEqual(order);
        expect(await names(`sort=${field},desc`), field).toEqual(order.toReversed());
      }
    });

    it("is paged, with the exact total, and empty past the end", async () => {
      await some(...["一", "二", "三", "四", "五"].map((dictionaryName) => ({ dictionaryName })));
      expect((await staff.get(`${DICTIONARIES}?page=1&size=2`)).body).toMatchObject({
        content: [{ dictionaryName: "三" }, { dictionaryName: "四" }],
        totalElements: 5,
        totalPages: 3,
      });
      expect((await staff.get(`${DICTIONARIES}?page=9&size=2`)).body).toMatchObject({
        content: [],
        totalElements: 5,
      });
    });

    it("is searched in name and description by their keys, never across both", async () => {
      await some(
        { dictionaryName: "髙橋商事", description: "ＡＢＣの用語" },
        { dictionaryName: "医療", description: "カルテの略語" },
        { dictionaryName: "50%引き", description: "a_b" },
      );
      const search = (q: string) => names(`q=${encodeURIComponent(q)}`);
      expect(await search("高橋")).toEqual(["髙橋商事"]);
      expect(await search("abc")).toEqual(["髙橋商事"]);
      expect(await search("かるて")).toEqual(["医療"]);
      expect(await search("療カ")).toEqual([]);
      expect(await search("療 か")).toEqual([]);
      expect(await search("%")).toEqual(["50%引き"]);
      expect(await search("_")).toEqual(["50%引き"]);
      expect(await search("  ")).toHaveLength(3);
      expect(await search("ない")).toEqual([]);
    });

    it("is narrowed to ids, of which unknown ones are left out", async () => {
      const [one, other] = await some(
        { dictionaryName: "一つ", category: "一般辞書" },
        { dictionaryName: "二つ", category: "一般辞書" },
        { dictionaryName: "三つ", category: "一般辞書" },
      );
      expect(await names(`ids=${other},987654321,${one}`)).toEqual(["一つ", "二つ"]);
      for (const wrong of ["", "a", "1,", "0", "-1"]) {
        expect((await staff.get(`${DICTIONARIES}?ids=${wrong}`)).status).toBe(400);
      }
    });

    it("is filtered by category and by lock, each counted", async () => {
      const [mine = 0, others = 0, over = 0] = await some(
        { dictionaryName: "自分", category: "一般辞書" },
        { dictionaryName: "他人", category: "業務辞書" },
        { dictionaryName: "期限切れ", category: "業務辞書" },
        { dictionaryName: "空き", category: "業務辞書" },
      );
      const other = await api.aUser({ ...own, isOrganizationAdmin: true });
      const held = { ...own, userId: keeperUser.userId };
      await lockFor(api, { ...held, dictionaryId: mine });
      await lockFor(api, { ...own, dictionaryId: others, userId: other.userId });
      await lockFor(api, { ...held, dictionaryId: over, leaseSeconds: 0 });
      expect(await names("locked=true")).toEqual(["自分", "他人"]);
      expect(await names("locked=false")).toEqual(["期限切れ", "空き"]);
      expect(await names("locked=mine", keeper)).toEqual(["自分"]);
      expect(await names("locked=mine")).toEqual([]);
      const business = encodeURIComponent("業務辞書");
      const narrowed = await staff.get(`${DICTIONARIES}?category=${business}&locked=true`);
      expect(narrowed.body).toMatchObject({
        content: [{ dictionaryName: "他人", lockedBy: other.userId, lockedByName: other.userName }],
        totalElements: 1,
      });
      const expired = await staff.get(`${DICTIONARIES}/${over}`);
      expect(expired.body).toMatchObject({ lockedBy: null, lockedAt: null, lockExpiresAt: null });
    });

    it.each([
      "sort=description,asc",
      "sort=category",
      "locked=yes",
      "category=x",
      "organizationId=1",
      "size=101",
      `q=${"あ".repeat(101)}`,
      "q=%00",
    ])("refuses %s", async (query) => {
      const answer = await staff.get(`${DICTIONARIES}?${query}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, "BAD_QUERY"]);
    });
  });

  describe("a new dictionary", () => {
    it.each(DICTIONARY_CATEGORIES)(
      "of %s is created, unlocked, and everybody hears",
      async (category) => {
        for (const client of [keeper, admin]) {
          const input = { category, dictionaryName: newName(), description: "一行目\n二行目" };
          const answer = await client.post(DICTIONARIES, input);
          expect([answer.status, answer.headers.etag]).toEqual([201, '"1"']);
          expect(answer.body).toMatchObject({
            ...input,
            ...own,
            entryCount: 0,
            lockedBy: null,
          });
          const { dictionaryId } = dictionaryOf(answer);
          expect((await staff.get(`${DICTIONARIES}/${dictionaryId}`)).body).toEqual(answer.body);
          expect(await announced()).toEqual([`created resource/dictionaries/${dictionaryId}`]);
        }
      },
    );

    it("has its text trimmed and normalised, and needs no description", async () => {
      const answer = await keeper.post(DICTIONARIES, {
        category: "一般辞書",
        dictionaryName: "  ハ\u3099ス  ",
      });
      expect(answer.body).toMatchObject({ dictionaryName: "バス", description: "" });
    });

    it("is refused with every field that fails", async () => {
      const answer = await keeper.post(DICTIONARIES, {
        category: "辞書",
        dictionaryName: "あ".repeat(101),
        description: "あ".repeat(501),
        entryCount: 3,
      });
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          code: "VALIDATION_FAILED",
          errors: {
            category: "辞書の種類は選択肢の中から選択してください。",
            dictionaryName: "辞書名は100文字以内で入力してください。",
            description: "説明は500文字以内で入力してください。",
            entryCount: "使用できない項目です。",
          },
        },
      ]);
      const empty = await keeper.post(DICTIONARIES, {});
      expect(Object.keys(Reflect.get(Object(empty.body), "errors"))).toEqual([
        "category",
        "dictionaryName",
      ]);
    });

    it("has a unique name in its category; a duplicate is an error of the field", async () => {
      const input = { category: "組織辞書", dictionaryName: "取引先名" };
      await keeper.post(DICTIONARIES, input);
      await announced();
      const answer = await keeper.post(DICTIONARIES, { ...input, dictionaryName: " 取引先名" });
      expect([answer.status, answer.body]).toMatchObject([
        409,
        {
          code: "NAME_EXISTS",
          message: "同じ名前がすでに登録されています。",
          errors: { dictionaryName: "同じ名前がすでに登録されています。" },
        },
      ]);
      expect(await announced()).toEqual([]);
      const other = await keeper.post(DICTIONARIES, { ...input, category: "一般辞書" });
      expect(other.status).toBe(201);
      const elsewhere = await api.anOrganization("他社");
      const stranger = api.as(
        await api.aUser({ organizationId: elsewhere, isOrganizationAdmin: true }),
      );
      expect((await stranger.post(DICTIONARIES, input)).status).toBe(201);
    });

    it("is created once for one Idempotency-Key", async () => {
      const input = { category: "一般辞書", dictionaryName: newName() };
      const key = { "idempotency-key": "once" };
      const [first, second] = [
        await keeper.post(DICTIONARIES, input, key),
        await keeper.post(DICTIONARIES, input, key),
      ];
      expect([second.status, second.text, second.headers.etag]).toEqual([
        201,
        first.text,
        first.headers.etag,
      ]);
      expect(await announced()).toHaveLength(1);
      const other = await keeper.post(DICTIONARIES, { ...input, description: "別" }, key);
      expect([other.status, codeOf(other)]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    });
  });

  describe("a change", () => {
    const aNew = (input: object = {}) => aDictionary(api, { ...own, ...input });

    it("of name or description keeps the rest, increments the version and is announced", async () => {
      const dictionaryId = await aNew({ dictionaryName: "旧称", description: "説明" });
      const url = `${DICTIONARIES}/${dictionaryId}`;
      api.clock.set("2026-04-16T10:00:00+09:00");
      const answer = await keeper.patch(url, { dictionaryName: "新称" }, { "if-match": '"1"' });
      expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
      expect(answer.body).toMatchObject({
        dictionaryName: "新称",
        description: "説明",
        version: 2,
        createdAt: "2026-04-15T01:00:00.000Z",
        updatedAt: "2026-04-16T01:00:00.000Z",
      });
      expect((await staff.get(url)).body).toEqual(answer.body);
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      const found = await staff.get(`${DICTIONARIES}?q=${encodeURIComponent("新称")}`);
      expect(found.body).toMatchObject({ totalElements: 1 });
      const cleared = await admin.patch(url, { description: "" }, { "if-match": '"2"' });
      expect(cleared.body).toMatchObject({ dictionaryName: "新称", description: "", version: 3 });
      api.clock.set("2026-04-15T10:00:00+09:00");
    });

    it("without a difference changes and announces nothing", async () => {
      const dictionaryId = await aNew({ dictionaryName: "同じ" });
      for (const body of [{}, { dictionaryName: " 同じ " }]) {
        const answer = await keeper.patch(`${DICTIONARIES}/${dictionaryId}`, body, anyVersion);
        expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
      }
      expect(await announced()).toEqual([]);
    });

    it("never moves it to another category", async () => {
      const url = `${DICTIONARIES}/${await aNew()}`;
      const answer = await keeper.patch(url, { category: "一般辞書" }, anyVersion);
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { errors: { category: "使用できない項目です。" } },
      ]);
    });

    it("to a name that the category has is an error of the field", async () => {
      await aNew({ dictionaryName: "既存" });
      const url = `${DICTIONARIES}/${await aNew()}`;
      const answer = await keeper.patch(url, { dictionaryName: "既存" }, anyVersion);
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: "NAME_EXISTS", errors: { dictionaryName: "同じ名前がすでに登録されています。" } },
      ]);
      expect((await staff.get(url)).body).toMatchObject({ version: 1 });
    });
  });

  it("is deleted with If-Match, answered as it last was, and announced", async () => {
    const dictionaryId = await aDictionary(api, own);
    const url = `${DICTIONARIES}/${dictionaryId}`;
    const { body } = await staff.get(url);
    const answer = await admin.delete(url, { "if-match": '"1"' });
    expect([answer.status, answer.body]).toEqual([200, body]);
    expect(await announced()).toEqual([`deleted resource/dictionaries/${dictionaryId}`]);
    for (const again of [await admin.delete(url, anyVersion), await staff.get(url)]) {
      expect([again.status, codeOf(again)]).toEqual([404, "NOT_FOUND"]);
    }
  });
});
