import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { plainLetters, readingOrder } from "../../domain/entries/fold.ts";
import { entryReading } from "../../domain/entries/rules.ts";
import { entryBatchResult } from "../../domain/entries/schemas.ts";
import { katakana } from "../../domain/text/katakana.ts";
import { plainReading } from "../../server/modules/entries/queries/entryList.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, lockFor } from "../support/dictionaryRequests.ts";
import {
  anEntry,
  entriesUrl,
  entryOf,
  manyEntries,
  newSurface,
  someEntries,
  surfacesOf,
} from "../support/entryRequests.ts";
import { withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const current = { "if-match": "*" };
const duplicate = "同じ表記と読みの単語がすでに登録されています。";

describeDatabase("/dictionaries/{id}/entries", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const keeperUser = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));
  const keeper = api.as(keeperUser);
  const staff = api.as(perSuite(() => api.aUser(own)));
  let dictionaryId: number;
  let key: { organizationId: number; dictionaryId: number };
  let url: string;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    key = { ...own, dictionaryId };
    url = entriesUrl(dictionaryId);
    api.clock.set(NOW);
    await announced();
  });

  const dictionary = async () => dictionaryOf(await staff.get(`${DICTIONARIES}/${dictionaryId}`));
  const stored = async (query = "size=100") => surfacesOf(await staff.get(`${url}?${query}`));

  /** entry_count is what the table holds, and this. */
  const expectCount = async (count: number) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from dictionary_entries where dictionary_id = ${dictionaryId}`.execute(
      api.db,
    );
    expect([rows[0]?.count, (await dictionary()).entryCount]).toEqual([count, count]);
  };

  const expectProblem = (answer: Answer, status: number, body: object) =>
    expect([answer.status, answer.body]).toMatchObject([status, body]);

  describe("the list", () => {
    const search = async (filters: Record<string, string>) =>
      stored(new URLSearchParams(filters).toString());

    it("shows every field to every member, and is empty at first", async () => {
      expect((await staff.get(url)).body).toMatchObject({ content: [], totalElements: 0 });
      const entryId = await anEntry(api, key, {
        surface: "東京",
        reading: "とうきょう",
        part_of_speech: "地名",
        weight: 3,
        note: "首都",
        enabled: false,
      });
      const expected = {
        entryId,
        dictionaryId,
        surface: "東京",
        reading: "とうきょう",
        partOfSpeech: "地名",
        weight: 3,
        note: "首都",
        enabled: false,
        version: 1,
        createdAt: "2026-04-15T01:00:00.000Z",
        updatedAt: "2026-04-15T01:00:00.000Z",
        mergedInto: null,
        warnings: [],
      };
      expect((await staff.get(url)).body).toEqual({
        content: [{ ...expected, uses30Days: null }],
        page: 0,
        size: 10,
        sort: "entryId,asc",
        totalElements: 1,
        totalPages: 1,
      });
      const one = await staff.get(entriesUrl(dictionaryId, entryId));
      expect([one.status, one.body, one.headers.etag]).toEqual([200, expected, '"1"']);
      expect((await staff.get(entriesUrl(dictionaryId, entryId + 1))).status).toBe(404);
    });

    it("is in the requested order, and the id breaks ties", async () => {
      await someEntries(api, key, [
        { surface: "う", reading: "い", part_of_speech: "その他", weight: 1 },
        { surface: "ア", reading: "う", part_of_speech: "名詞", weight: 3, enabled: false },
        { surface: "ｲ", reading: "あ", part_of_speech: "姓", weight: 2 },
      ]);
      const orders = {
        entryId: "うアｲ",
        surface: "アｲう",
        reading: "ｲうア",
        partOfSpeech: "アｲう",
        weight: "うｲア",
        enabled: "アうｲ",
        updatedAt: "うアｲ",
      };
      for (const [field, order] of Object.entries(orders)) {
        expect((await stored(`sort=${field},asc`)).join(""), field).toBe(order);
        const reversed = field === "enabled" ? "ｲうア" : [...order].toReversed().join("");
        expect((await stored(`sort=${field},desc`)).join(""), field).toBe(reversed);
      }
    });

    it("by reading is in 五十音順, with ー as the vowel before it, as names are", async () => {
      const readings =
        "こい こう こえ こお こーひー こかく ごかく しやく しゃく じゃく びーる びーるー びいん んー";
      const order = readings.split(" ").toSorted((one, other) => {
        const keys = [one, other].map((each) => readingOrder(katakana(each), "") ?? "");
        return (keys[0] ?? "") < (keys[1] ?? "") ? -1 : 1;
      });
      expect(order.slice(0, 6)).toEqual(["こい", "こう", "こえ", "こお", "こーひー", "こかく"]);
      const entries = order.map((reading) => ({ surface: `「${reading}」`, reading }));
      await someEntries(api, key, [{ surface: "恋", reading: "こい" }, ...entries.toReversed()]);
      const sorted = ["「こい」", "恋", ...entries.slice(1).map(({ surface }) => surface)];
      expect(await stored("sort=reading,asc&size=100")).toEqual(sorted);
      expect(await stored("sort=reading,desc&size=100")).toEqual(sorted.toReversed());
    });

    it("is sorted by what the order of names makes of a reading, whatever its letters", async () => {
      const kana = Array.from({ length: 86 }, (_, n) => String.fromCodePoint(0x3041 + n));
      const readings = kana.flatMap((one) => kana.map((other) => `${one}ーー${other}ー`));
      const all = ["ーあ", ...kana, ...readings];
      const { rows } = await sql<{ plain: string }>`
        select ${plainReading(sql`reading`)} as plain from unnest(${all}::text[])
        with ordinality as s (reading, place) order by place`.execute(api.db);
      const inDomain = (reading: string) => entryReading(plainLetters(katakana(reading)));
      expect(rows.map(({ plain }) => plain)).toEqual(all.map(inDomain));
    });

    it("is paged with the exact total", async () => {
      await someEntries(api, key, [{ surface: "う" }, { surface: "ア" }, { surface: "ｲ" }]);
      const second = await staff.get(`${url}?page=1&size=2`);
      expect(second.body).toMatchObject({ totalElements: 3, totalPages: 2 });
      expect(surfacesOf(second)).toEqual(["ｲ"]);
    });

    it("is searched in surface and reading by their keys, each counted", async () => {
      await someEntries(api, key, [
        { surface: "髙橋", reading: "たかはし" },
        { surface: "ＡＢＣ", reading: "えーびーしー", enabled: false },
        { surface: "50%引き", reading: "ごわりびき", part_of_speech: "副詞" },
      ]);
      expect(await search({ q: "高橋" })).toEqual(["髙橋"]);
      expect(await search({ q: "タカハシ" })).toEqual(["髙橋"]);
      expect(await search({ q: "abc" })).toEqual(["ＡＢＣ"]);
      expect(await search({ q: "%" })).toEqual(["50%引き"]);
      expect(await search({ q: "橋た" })).toEqual([]);
      expect(await search({ partOfSpeech: "副詞" })).toEqual(["50%引き"]);
      expect(await search({ enabled: "false" })).toEqual(["ＡＢＣ"]);
      expect(await search({ enabled: "true", q: "ー" })).toEqual([]);
      expect((await staff.get(`${url}?enabled=true&size=1`)).body).toMatchObject({
        totalElements: 2,
      });
    });

    it("warns of the same reading, and of the same entry in another category", async () => {
      const higher = await aDictionary(api, { ...own, category: "業務辞書" });
      const lower = await aDictionary(api, {
        ...own,
        category: "一般辞書",
        dictionaryName: "一般の名",
      });
      dictionaryId = await aDictionary(api, { ...own, category: "組織辞書" });
      key = { ...own, dictionaryId };
      url = entriesUrl(dictionaryId);
      const [bridge, edge, off, alone] = await someEntries(api, key, [
        { surface: "橋", reading: "はし" },
        { surface: "端", reading: "はし" },
        { surface: "箸", reading: "はし", enabled: false },
        { surface: "独自", reading: "どくじ" },
      ]);
      await anEntry(api, { ...own, dictionaryId: lower }, { surface: "橋", reading: "はし" });
      await someEntries(api, { ...own, dictionaryId: higher }, [
        { surface: "端", reading: "はし", enabled: false },
        { surface: "独自", reading: "ひとり" },
      ]);
      const other = await aDictionary(api, { ...own, category: "組織辞書" });
      await anEntry(api, { ...own, dictionaryId: other }, { surface: "独自", reading: "どくじ" });

      const warnings = async (id = 0) =>
        entryOf(await staff.get(entriesUrl(dictionaryId, id))).warnings;
      expect(await warnings(bridge)).toEqual([
        { kind: "SAME_READING", surface: "端", entryId: edge },
        {
          kind: "OTHER_CATEGORY",
          dictionaryId: lower,
          dictionaryName: "一般の名",
          category: "一般辞書",
          wins: true,
        },
      ]);
      expect(await warnings(edge)).toEqual([
        { kind: "SAME_READING", surface: "橋", entryId: bridge },
        { kind: "OUTRANKED_READING", surface: "橋", entryId: bridge, dictionaryName: null },
      ]);
      expect([await warnings(off), await warnings(alone)]).toEqual([[], []]);
      expect(await stored("warning=true")).toEqual(["橋", "端"]);
      await sql`update dictionary_entries set enabled = true
        where dictionary_id = ${higher}`.execute(api.db);
      expect(await warnings(edge)).toMatchObject([{}, { dictionaryId: higher, wins: false }]);
      // 端 comes first now, for the higher category.
      expect(await warnings(bridge)).toMatchObject([
        {},
        {},
        { kind: "OUTRANKED_READING", surface: "端" },
      ]);
    });

    it("warns of an entry whose reading AmiVoice gets of another one, of whatever dictionary", async () => {
      const elsewhere = await aDictionary(api, {
        ...own,
        category: "業務辞書",
        dictionaryName: "業務の名",
      });
      dictionaryId = await aDictionary(api, { ...own, category: "組織辞書" });
      key = { ...own, dictionaryId };
      url = entriesUrl(dictionaryId);
      const entries = await someEntries(api, key, [
        { surface: "感じ", reading: "かんじ", weight: 2 },
        { surface: "幹事", reading: "かんじ", weight: 3 },
        { surface: "A|B", reading: "かんじ", weight: 3 },
        { surface: "汗", reading: "あせ" },
      ]);
      const [feeling, host, refused, sweat] = entries;
      const outranked = async (id = 0) =>
        entryOf(await staff.get(entriesUrl(dictionaryId, id))).warnings.filter(
          ({ kind }) => kind === "OUTRANKED_READING",
        );
      expect(await outranked(feeling)).toEqual([
        { kind: "OUTRANKED_READING", surface: "幹事", entryId: host, dictionaryName: null },
      ]);
      expect([await outranked(host), await outranked(refused)]).toEqual([[], []]);
      const [other] = await someEntries(api, { ...own, dictionaryId: elsewhere }, [
        { surface: "褪せ", reading: "あせ", weight: 1 },
        { surface: "幹事", reading: "かんじ", weight: 1 },
      ]);
      expect(await outranked(sweat)).toEqual([
        {
          kind: "OUTRANKED_READING",
          surface: "褪せ",
          entryId: other,
          dictionaryName: "業務の名",
        },
      ]);
      expect(await outranked(host)).toEqual([]);
      expect(await stored("warning=true")).toContain("汗");
    });

    it("names at most three of each kind", async () => {
      await someEntries(
        api,
        key,
        ["一", "二", "三", "四", "五"].map((surface) => ({ surface })),
      );
      const answer = await staff.get(`${url}?q=五`);
      expect(answer.body).toMatchObject({
        content: [{ warnings: [{}, {}, {}, { kind: "OUTRANKED_READING" }] }],
      });
    });

    it.each([
      "sort=note,asc",
      "enabled=yes",
      "warning=false",
      "partOfSpeech=x",
      "size=101",
      "id=1",
    ])("refuses %s", async (query) => {
      const answer = await staff.get(`${url}?${query}`);
      expect([answer.status, codeOf(answer)]).toEqual([400, "BAD_QUERY"]);
    });
  });

  describe("one entry", () => {
    it("is added with defaults, counted, and announced as one change of its dictionary", async () => {
      api.clock.set("2026-04-16T10:00:00+09:00");
      const answer = await keeper.post(url, { surface: " 東京 ", reading: "ﾄｳｷｮｳ" }, current);
      expect([answer.status, answer.headers.etag]).toEqual([201, '"1"']);
      expect(answer.body).toMatchObject({
        dictionaryId,
        surface: "東京",
        reading: "とうきょう",
        partOfSpeech: "名詞",
        weight: 2,
        note: "",
        enabled: true,
        version: 1,
        createdAt: "2026-04-16T01:00:00.000Z",
      });
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      expect(await dictionary()).toMatchObject({
        entryCount: 1,
        version: 1,
        updatedAt: "2026-04-16T01:00:00.000Z",
      });
      expect(await stored("q=トウキョウ")).toEqual(["東京"]);
    });

    it("is refused with every field that fails", async () => {
      const values = {
        surface: "あ\tい",
        reading: "漢字",
        weight: 9,
        partOfSpeech: "x",
        entryId: 1,
      };
      expectProblem(await keeper.post(url, values, current), 422, {
        code: "VALIDATION_FAILED",
        errors: {
          surface: "2文字目に見えない文字（U+0009）があります。",
          reading: "読みはひらがな・カタカナと「ー」で入力してください。",
          weight: "強さは3以下で入力してください。",
          partOfSpeech: "品詞は選択肢の中から選択してください。",
          entryId: "使用できない項目です。",
        },
      });
      await expectCount(0);
    });

    it("exists once per surface and reading of a dictionary", async () => {
      await anEntry(api, key, { surface: "橋", reading: "はし" });
      const again = await keeper.post(url, { surface: "橋", reading: "ハシ" }, current);
      expectProblem(again, 409, {
        code: "DUPLICATE",
        message: duplicate,
        errors: { surface: duplicate },
      });
      expect((await keeper.post(url, { surface: "橋", reading: "きょう" }, current)).status).toBe(
        201,
      );
      expect((await keeper.post(url, { surface: "端", reading: "はし" }, current)).status).toBe(
        201,
      );
      const other = await anEntry(api, key, { surface: "嘴", reading: "はし" });
      const change = await keeper.patch(
        entriesUrl(dictionaryId, other),
        { surface: "橋" },
        current,
      );
      expectProblem(change, 409, { code: "DUPLICATE", errors: { surface: duplicate } });
    });

    it("is changed field by field, with its next version, found by its new texts only", async () => {
      const entryId = await anEntry(api, key, { surface: "旧", reading: "きゅう", note: "備考" });
      const one = entriesUrl(dictionaryId, entryId);
      const answer = await keeper.patch(
        one,
        { surface: "新", reading: "シン" },
        { "if-match": '"1"' },
      );
      expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
      expect(answer.body).toMatchObject({
        surface: "新",
        reading: "しん",
        note: "備考",
        version: 2,
      });
      expect((await staff.get(one)).body).toEqual(answer.body);
      expect([await stored("q=しん"), await stored("q=旧")]).toEqual([["新"], []]);
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      const off = { enabled: false, note: null, weight: 1, partOfSpeech: "記号" };
      expect((await keeper.patch(one, off, { "if-match": '"2"' })).body).toMatchObject({
        ...off,
        note: "",
        surface: "新",
      });
      await announced();
      const same = await keeper.patch(one, { weight: 1, surface: " 新 " }, current);
      expect([same.status, entryOf(same).version]).toEqual([200, 3]);
      expect(await announced()).toEqual([]);
      await expectCount(1);
    });

    it("is 412 with the current record when If-Match is stale", async () => {
      const entryId = await anEntry(api, key);
      const one = entriesUrl(dictionaryId, entryId);
      await keeper.patch(one, { note: "先" }, current);
      const stale = { "if-match": '"1"' };
      for (const send of [
        () => keeper.patch(one, { note: "後" }, stale),
        () => keeper.delete(one, stale),
      ]) {
        expectProblem(await send(), 412, {
          code: "STALE_VERSION",
          current: { entryId, note: "先", version: 2 },
        });
      }
      const added = await keeper.post(
        url,
        { surface: "新", reading: "しん" },
        { "if-match": '"9"' },
      );
      expectProblem(added, 412, { current: { dictionaryId, version: 1 } });
    });

    it("is deleted, answered as it last was, and gone", async () => {
      const entryId = await anEntry(api, key);
      const one = entriesUrl(dictionaryId, entryId);
      const { body } = await staff.get(one);
      const answer = await keeper.delete(one, { "if-match": '"1"' });
      expect([answer.status, answer.body]).toEqual([200, body]);
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      await expectCount(0);
      for (const again of [
        await keeper.delete(one, current),
        await keeper.patch(one, {}, current),
      ]) {
        expect([again.status, codeOf(again)]).toEqual([404, "NOT_FOUND"]);
      }
    });

    it("is added once for one Idempotency-Key", async () => {
      const headers = { ...current, "idempotency-key": `add-${dictionaryId}` };
      const values = { surface: "一度", reading: "いちど" };
      const [first, second] = [
        await keeper.post(url, values, headers),
        await keeper.post(url, values, headers),
      ];
      expect([first.status, second.text]).toEqual([201, first.text]);
      await expectCount(1);
    });
  });

  describe("a batch", () => {
    const batch = (body: object, headers: Record<string, string> = current) =>
      keeper.post(`${url}/batch`, body, headers);

    it("adds, changes and deletes in one transaction and one announcement", async () => {
      const [first = 0, second = 0, third = 0] = await someEntries(api, key, [
        { surface: "一", reading: "いち" },
        { surface: "二", reading: "に" },
        { surface: "三", reading: "さん" },
      ]);
      const answer = await batch({
        create: [
          { surface: "三", reading: "さん", weight: 1 },
          { surface: "四", reading: "よん" },
        ],
        update: [
          // The two swap their texts.
          { entryId: second, surface: "一", reading: "いち", version: 1 },
          { entryId: first, surface: "二", reading: "に" },
        ],
        delete: [{ entryId: third, version: 1 }],
      });
      expect(answer.status, answer.text).toBe(200);
      const { created, updated, deleted } = entryBatchResult.parse(answer.body);
      expect(created.map(({ surface }) => surface)).toEqual(["三", "四"]);
      expect(updated.map(({ entryId, surface }) => [entryId, surface])).toEqual([
        [second, "一"],
        [first, "二"],
      ]);
      expect(deleted).toMatchObject([{ entryId: third, surface: "三", version: 1 }]);
      expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
      expect(await stored()).toEqual(["二", "一", "三", "四"]);
      await expectCount(4);
      expect((await batch({})).body).toEqual({ created: [], updated: [], deleted: [] });
      expect(await announced()).toEqual([]);
    });

    it("names every field by its path, and writes nothing", async () => {
      const entryId = await anEntry(api, key, { surface: "有", reading: "ある" });
      const wrong = {
        create: [
          { surface: "一", reading: "いち" },
          { surface: "", reading: "一" },
        ],
      };
      expectProblem(await batch({ ...wrong, update: [{ entryId, weight: 0 }] }), 422, {
        errors: {
          "create.1.surface": expect.stringMatching(/。$/),
          "create.1.reading": expect.stringMatching(/。$/),
          "update.0.weight": expect.stringMatching(/。$/),
        },
      });
      const twice = { surface: "一", reading: "いち" };
      expectProblem(
        await batch({ create: [twice, { surface: "有", reading: "ある" }, twice] }),
        409,
        {
          code: "DUPLICATE",
          errors: { "create.1.surface": duplicate, "create.2.surface": duplicate },
        },
      );
      expectProblem(await batch({ update: [{ entryId }], delete: [{ entryId }] }), 422, {
        errors: { "delete.0.entryId": "同じ単語に対する操作が重複しています。" },
      });
      expectProblem(
        await batch({ create: [twice], delete: [{ entryId }, { entryId: 999_999 }] }),
        404,
        {
          errors: { "delete.1.entryId": "この単語はすでに削除されています。" },
        },
      );
      const stale = { create: [twice], delete: [{ entryId, version: 2 }] };
      expectProblem(await batch(stale), 412, { current: { entryId, version: 1 } });
      expect(await stored()).toEqual(["有"]);
      expect(await announced()).toEqual([]);
    });

    it("takes up to 1,000 operations", async () => {
      const create = Array.from({ length: 1_001 }, () => ({
        surface: newSurface(),
        reading: "ご",
      }));
      expectProblem(await batch({ create }), 431, {
        message: "追加は一度に1,000件まで送信できます。",
      });
      const entryId = await anEntry(api, key);
      const body = { create: create.slice(1), delete: [{ entryId }] };
      expectProblem(await batch(body), 431, {
        code: "LIMIT_EXCEEDED",
        message: "一度に保存できる変更は1,000件までです。",
      });
      const long = create.slice(1).map(({ surface }, n) => ({
        surface: `${surface}${"𠮷".repeat(90)}`,
        reading: "あ".repeat(64),
        note: `${n}${"𠮷".repeat(197)}`,
      }));
      expect((await batch({ create: long })).status).toBe(200);
      await expectCount(1_001);
    });
  });

  it("are counted again by a write, whatever was left uncounted", async () => {
    await anEntry(api, key);
    const values = { surface: newSurface(), reading: "ご" };
    await sql`update dictionaries set entry_count = 0 where dictionary_id = ${dictionaryId}`.execute(
      api.db,
    );
    expect((await keeper.post(url, values, current)).status).toBe(201);
    await expectCount(2);
  });

  describe("of a dictionary with 10,000", () => {
    const full = "1つの辞書に登録できる単語は10,000件までです。";

    const fill = (id: number) => manyEntries(api, { ...own, dictionaryId: id }, 10_000);

    beforeEach(() => fill(dictionaryId));

    // Without statistics a planner may compare all with all, which takes minutes.
    it("are searched for warnings in time", async () => {
      await fill(await aDictionary(api, { ...own, category: "一般辞書" }));
      const answer = await staff.get(`${url}?warning=true&size=1`);
      expect(answer.body).toMatchObject({ totalElements: 10_000, content: [{ warnings: [{}] }] });
    }, 60_000);

    it("refuse one more, take one for another, and go with their dictionary", async () => {
      await expectCount(10_000);
      const create = [{ surface: "超過", reading: "ちょうか" }];
      for (const send of [
        () => keeper.post(url, create[0], current),
        () => keeper.post(`${url}/batch`, { create }, current),
      ]) {
        expectProblem(await send(), 422, { code: "TOO_MANY_ENTRIES", message: full });
      }
      const { rows } = await sql<{ entry_id: number }>`select entry_id from dictionary_entries
        where dictionary_id = ${dictionaryId} limit 1`.execute(api.db);
      const replaced = { create, delete: [{ entryId: rows[0]?.entry_id }] };
      expect((await keeper.post(`${url}/batch`, replaced, current)).status).toBe(200);
      await expectCount(10_000);
      expect(await stored("q=ちょうか")).toEqual(["超過"]);
      await announced();
      expect((await keeper.delete(`${DICTIONARIES}/${dictionaryId}`, current)).body).toMatchObject({
        entryCount: 10_000,
      });
      expect(await announced()).toEqual([`deleted resource/dictionaries/${dictionaryId}`]);
      expect((await staff.get(url)).status).toBe(404);
      const left = await sql`select 1 from dictionary_entries
        where dictionary_id = ${dictionaryId} limit 1`.execute(api.db);
      expect(left.rows).toEqual([]);
    });
  });

  describe("and the lock", () => {
    const writes = async () => {
      const entryId = await anEntry(api, key);
      const one = entriesUrl(dictionaryId, entryId);
      const values = () => ({ surface: newSurface(), reading: "ご" });
      return [
        (headers: Record<string, string>) => keeper.post(url, values(), headers),
        (headers: Record<string, string>) =>
          keeper.post(`${url}/batch`, { create: [values()] }, headers),
        (headers: Record<string, string>) => keeper.patch(one, { note: newSurface() }, headers),
        (headers: Record<string, string>) => keeper.delete(one, headers),
      ];
    };

    it("of another user refuse every write (423), and without any If-Match is needed (428)", async () => {
      const sends = await writes();
      for (const send of sends) {
        expect(codeOf(await send({}))).toBe("PRECONDITION_REQUIRED");
      }
      const other = await api.aUser({ ...own, isDictionaryAdmin: true });
      await lockFor(api, { ...key, userId: other.userId });
      for (const send of sends) {
        const answer = await send(current);
        expect([answer.status, codeOf(answer)]).toEqual([423, "LOCKED"]);
      }
      await expectCount(1);
    });

    it("is enough for its holder, and a lost one is 423 for every write", async () => {
      const sends = await writes();
      const lost = withToken(await lockFor(api, { ...key, userId: keeperUser.userId }));
      const held = withToken(await lockFor(api, { ...key, userId: keeperUser.userId }));
      for (const send of sends) {
        const answer = await send(lost);
        expect([answer.status, codeOf(answer)]).toEqual([423, "LOCK_LOST"]);
      }
      for (const send of sends) expect((await send(held)).status).toBeLessThan(300);
      await expectCount(2);
    });
  });

  it("of two writers at once are all counted", async () => {
    const admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    const contested = { surface: "取り合い", reading: "とりあい" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? admin : keeper).post(
          n < 4 ? `${url}/batch` : url,
          n < 4 ? { create: [{ surface: `${n}`, reading: "ご" }, contested] } : contested,
          current,
        ),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === "DUPLICATE")).toHaveLength(9);
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? admin : keeper).post(url, { surface: newSurface(), reading: "ご" }, current),
      ),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([201]));
    await expectCount((await stored()).length);
  });
});
