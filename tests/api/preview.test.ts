import fc from "fast-check";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { entryFold } from "../../domain/entries/fold.ts";
import { type PreviewMatch, previewResult } from "../../domain/preview/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { anEntry, type EntryInput, someEntries } from "../support/entryRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const URL = `${DICTIONARIES}/preview`;

describeDatabase("POST /dictionaries/preview", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const staff = api.as(perTest(() => api.aUser(own)));
  let general: { organizationId: number; dictionaryId: number };
  let special: { organizationId: number; dictionaryId: number };

  beforeEach(async () => {
    const add = async (input: object) => ({
      ...own,
      dictionaryId: await aDictionary(api, { ...own, ...input }),
    });
    general = await add({ category: "一般辞書" });
    special = await add({ category: "業務辞書", dictionaryName: "業務用語" });
  });

  const previewOf = async (text: string, input: object = {}) => {
    const answer = await staff.post(URL, { text, ...input });
    expect(answer.status).toBe(200);
    return previewResult.parse(answer.body);
  };
  /** The passages of the text with the surfaces of the entries there, winners marked. */
  const found = async (text: string, input: object = {}) =>
    (await previewOf(text, input)).matches.map(
      ({ start, end, surface, wins }) => `${text.slice(start, end)}=${surface}${wins ? "!" : ""}`,
    );

  it("says where each entry is, which is used and why", async () => {
    const tokyo = await anEntry(api, general, { surface: "東京", reading: "とうきょう" });
    const office = await anEntry(api, special, {
      surface: "東京都庁",
      reading: "とうきょうとちょう",
    });
    const { matches, truncated } = await previewOf("来週、東京都庁へ。");
    expect(truncated).toBe(false);
    expect(matches).toEqual([
      {
        start: 3,
        end: 7,
        surface: "東京都庁",
        reading: "とうきょうとちょう",
        entryId: office,
        dictionaryId: special.dictionaryId,
        dictionaryName: "業務用語",
        category: "業務辞書",
        wins: true,
        reason: "表記が一致しました。",
      },
      expect.objectContaining({
        start: 3,
        end: 5,
        entryId: tokyo,
        wins: false,
        reason: "表記が一致しました。長い単語「東京都庁」を優先します。",
      }),
    ]);
  });

  it("prefers the category, then the weight, then the older of entries that are alike", async () => {
    const input = { surface: "契約", reading: "けいやく" };
    const plain = await anEntry(api, general, { ...input, weight: 3 });
    const light = await anEntry(api, special, { ...input, weight: 1 });
    const heavy = await anEntry(api, special, { ...input, reading: "ちぎり", weight: 3 });
    const later = await anEntry(api, special, { ...input, reading: "やくそく", weight: 3 });
    const { matches } = await previewOf("契約");
    expect(matches.map(({ entryId }) => entryId)).toEqual([heavy, later, light, plain]);
    expect(matches.map(({ reason }) => reason.split("。")[1])).toEqual([
      "",
      "先に登録された単語「契約」を優先します",
      "強さの大きい単語「契約」を優先します",
      "業務辞書の単語「契約」を優先します",
    ]);
  });

  it("compares width, case and invisible characters away, and counts offsets in the text sent", async () => {
    await someEntries(api, general, [
      { surface: "ＡＢＣ" },
      { surface: "ガイド" },
      { surface: "葛\u{e0100}城市" },
      { surface: "Проект É" },
      { surface: "㈱山" },
      { surface: "株" },
      { surface: "𠮷野家" },
    ]);
    expect(await found("😀abc、ｶﾞｲﾄﾞ\u0000葛城市\ud800ПРОЕКТ　é\t（株）山㈱山𠮷野家")).toEqual([
      "abc=ＡＢＣ!",
      "ｶﾞｲﾄﾞ=ガイド!",
      "葛城市=葛\u{e0100}城市!",
      "ПРОЕКТ　é=Проект É!",
      "（株）山=㈱山!",
      "株=株",
      "㈱山=㈱山!",
      "𠮷野家=𠮷野家!",
    ]);
  });

  it("meets an entry by its reading in either kana, from three characters on, and once at a place", async () => {
    await someEntries(api, general, [
      { surface: "高橋", reading: "たかはし" },
      { surface: "サーバー", reading: "さーばー" },
      { surface: "滋賀", reading: "しが" },
    ]);
    expect(await found("タカハシとたかはし、ｻｰﾊﾞｰがしが")).toEqual([
      "タカハシ=高橋!",
      "たかはし=高橋!",
      "ｻｰﾊﾞｰ=サーバー!",
    ]);
    const [met] = (await previewOf("タカハシ")).matches;
    expect(met?.reason).toBe("読み「たかはし」が一致しました。");
  });

  it("meets a short reading where it stands alone, and within words on demand", async () => {
    await someEntries(api, general, [
      { surface: "指定", reading: "してい" },
      { surface: "使用", reading: "しよう" },
      { surface: "議事録", reading: "ぎじろく" },
      { surface: "御礼", reading: "ありがとう" },
    ]);
    const text = "してい、確認していますが使用しようとギジロクをありがとうございます";
    const always = ["使用=使用!", "ギジロク=議事録!", "ありがとう=御礼!"];
    expect(await found(text)).toEqual(["してい=指定!", ...always]);
    expect(await found(text, { withinWords: false })).toEqual(["してい=指定!", ...always]);
    expect(await found(text, { withinWords: true })).toEqual([
      "してい=指定!",
      "してい=指定!",
      "使用=使用!",
      "しよう=使用!",
      ...always.slice(1),
    ]);
  });

  it("meets nothing that begins or ends within a character of the text", async () => {
    await someEntries(api, general, [
      { surface: "株式" },
      { surface: "会社" },
      { surface: "㍿山" },
    ]);
    expect(await found("㍿山と株式会社山")).toEqual([
      "㍿山=㍿山!",
      "株式会社山=㍿山!",
      "株式=株式",
      "会社=会社",
    ]);
  });

  it("takes a reading of four characters for a short one, and one of five not", async () => {
    await someEntries(api, general, [
      { surface: "四文字", reading: "していま" },
      { surface: "五文字", reading: "しています" },
    ]);
    const text = "確認しています";
    expect(await found(text)).toEqual(["しています=五文字!"]);
    expect(await found(text, { withinWords: true })).toEqual([
      "しています=五文字!",
      "していま=四文字",
    ]);
  });

  it("meets neither disabled entries nor those of other organizations", async () => {
    const elsewhere = await api.anOrganization();
    const foreign = await aDictionary(api, { organizationId: elsewhere });
    await anEntry(api, general, { surface: "休止", reading: "きゅうし", enabled: false });
    await anEntry(api, { organizationId: elsewhere, dictionaryId: foreign }, { surface: "他社" });
    expect(await found("休止した他社、キュウシ")).toEqual([]);
  });

  it("finds what a search through all entries finds", async () => {
    // Few letters, and surfaces cut out of the text, so that many are met and have neighbours.
    const letters = (least: number, most: number) =>
      fc.array(fc.constantFrom(..."山ａBあ𠮷"), { minLength: least, maxLength: most, size: "max" });
    const cut = fc.record({ from: fc.nat(49), length: fc.nat(20), behind: letters(0, 2) });
    const run = fc.asyncProperty(
      letters(50, 60),
      fc.array(cut, { minLength: 20, maxLength: 40, size: "max" }),
      async (written, cuts) => {
        const dictionaryId = await aDictionary(api, own);
        const surfaces = cuts
          .map(({ from, length, behind }) => [...written.slice(from, from + length), ...behind])
          .map((one) => one.join(""));
        const requested = [...new Set(surfaces)]
          .filter((surface) => surface !== "")
          .map((surface): EntryInput => ({ surface, reading: "ん" }));
        await someEntries(api, { ...own, dictionaryId }, requested);
        const text = written.join("");
        const expected = requested.flatMap(({ surface = "" }) =>
          Array.from({ length: text.length }, (_, start) => start).flatMap((start) =>
            entryFold(text).startsWith(entryFold(surface), start) ? [`${start} ${surface}`] : [],
          ),
        );
        const { matches } = await previewOf(text);
        const placed = ({ start, surface }: PreviewMatch) => `${start} ${surface}`;
        expect(matches.map(placed).sort()).toEqual(expected.sort());
        await api.db.deleteFrom("dictionary_entries").execute();
      },
    );
    await fc.assert(run, { numRuns: 15 });
  });

  it("answers the first 5,000 matches where there are more", async () => {
    const requested = Array.from({ length: 100 }, (_, n) => ({ surface: "あ".repeat(n + 1) }));
    await someEntries(api, general, requested);
    const { matches, truncated } = await previewOf("あ".repeat(20_000));
    expect([matches.length, truncated]).toEqual([5000, true]);
    expect(matches.filter(({ wins }) => wins).map(({ start, end }) => [start, end])).toEqual([
      [0, 100],
    ]);
  });

  it("ends an answer that is full with the longest entry of the last place", async () => {
    await someEntries(api, general, [
      { surface: "の" },
      { surface: "記録係", reading: "きろくがかり" },
    ]);
    // Two that are shorter, and met by their surface.
    for (const key of [general, special]) await anEntry(api, key, { surface: "きろく" });
    const { matches, truncated } = await previewOf(`${"の".repeat(4999)}きろくがかり`);
    expect([matches.length, truncated]).toEqual([5000, true]);
    expect(matches.at(-1)).toMatchObject({ start: 4999, surface: "記録係", wins: true });
  });

  describe("refuses", () => {
    const sentence = async (body: object) => {
      const answer = await staff.post(URL, body);
      return [answer.status, Reflect.get(Object(answer.body), "errors")];
    };

    it("a text that is empty or over 20,000 characters, each code point counted once", async () => {
      expect((await staff.post(URL, { text: "😀".repeat(20_000) })).status).toBe(200);
      const tooLong = "本文は20,000文字以内で入力してください。";
      expect(await sentence({ text: "あ".repeat(20_001) })).toEqual([422, { text: tooLong }]);
      expect(await sentence({ text: "あ".repeat(40_001) })).toEqual([422, { text: tooLong }]);
      expect(await sentence({ text: "" })).toEqual([422, { text: "本文を入力してください。" }]);
    });

    it("a workspace that is unknown or of others, and takes one's own", async () => {
      const elsewhere = await aWorkspace(api, { organizationId: await api.anOrganization() });
      const unseen = { workspaceId: "ワークスペースが見つかりませんでした。" };
      for (const workspaceId of [elsewhere, 999_999_999]) {
        expect(await sentence({ text: "あ", workspaceId })).toEqual([422, unseen]);
      }
      const mine = await aWorkspace(api, own);
      const admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
      expect((await admin.post(URL, { text: "あ", workspaceId: mine })).status).toBe(200);
    });
  });

  it("folds a surface in the database as in the domain", async () => {
    const samples = Array.from({ length: 0x1_0000 - 0x20 }, (_, n) => n + 0x20)
      .filter((code) => (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xf8ff))
      // Letters that one of the two knows since a later version of Unicode, and the byte order mark.
      .filter((code) => code !== 0xfeff && !(code >= 0xa7c0 && code <= 0xa7f4))
      .map((code) => String.fromCodePoint(code));
    const { rows } = await sql<{ folded: string }>`
      select entry_fold(letter) as folded from unnest(${samples}::text[])
      with ordinality as s (letter, place) order by place`.execute(api.db);
    const differing = samples.filter((letter, at) => rows[at]?.folded !== entryFold(letter));
    expect(differing).toEqual([]);
  });
});
