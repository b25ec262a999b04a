import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { csvTable } from "../support/csv.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { type EntryInput, someEntries } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";

describeDatabase("files of dictionary entries", (engine) => {
  const api = suiteApi(engine, { now: "2026-11-23T00:00:00+09:00" });
  const own = perSuite(() => api.organization());
  const staff = api.as(perSuite(() => api.aUser(own)));

  const dictionaryWith = async (entries: readonly EntryInput[], dictionaryName?: string) => {
    const key = { ...own, ...(dictionaryName ? { dictionaryName } : {}) };
    const dictionaryId = await aDictionary(api, key);
    const entryIds = await someEntries(api, { ...own, dictionaryId }, entries);
    return { dictionaryId, entryIds, url: `${DICTIONARIES}/${dictionaryId}` };
  };
  const exported = async (url: string, query = ""): Promise<Answer> => {
    const answer = await staff.get(`${url}/export${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };

  describe("an export", () => {
    it("has all entries in the order of their ids, and the dictionary's name and the day", async () => {
      const { url, dictionaryId } = await dictionaryWith(
        [
          { surface: "東京", reading: "とうきょう", part_of_speech: "地名", weight: 3 },
          { surface: "=SUM", reading: "さむ", note: "a,b", enabled: false },
        ],
        "営業/用語 (東)",
      );
      const { headers, text } = await exported(url);
      expect(csvTable(text)).toEqual([
        ["表記", "読み", "品詞", "強さ", "備考", "有効"],
        ["東京", "とうきょう", "地名", "3", "", "有効"],
        ["'=SUM", "さむ", "名詞", "2", "a,b", "無効"],
      ]);
      expect(text.startsWith("\ufeff")).toBe(true);
      expect(headers).toMatchObject({
        "content-type": "text/plain; charset=utf-8",
        "x-total-count": "2",
        "content-disposition": `attachment; filename="dictionary_${dictionaryId}_20261123.csv"; filename*=UTF-8''%E5%96%B6%E6%A5%AD_%E7%94%A8%E8%AA%9E%20%28%E6%9D%B1%29_20261123.csv`,
      });
    });

    it("of more entries than are read at once is complete", async () => {
      const many = Array.from({ length: 2_100 }, (_, n) => ({
        surface: `表${n}`,
        reading: "ひょう",
      }));
      const { url } = await dictionaryWith(many);
      const { text, headers } = await exported(url);
      expect(headers["x-total-count"]).toBe("2100");
      expect(
        csvTable(text)
          .slice(1)
          .map(([surface]) => surface),
      ).toEqual(many.map(({ surface }) => surface));
    });

    it("of no entries has the headings alone", async () => {
      const { url } = await dictionaryWith([]);
      expect((await exported(url)).text).toBe("\ufeff表記,読み,品詞,強さ,備考,有効\r\n");
    });

    it.each([
      [
        "msime",
        "!Microsoft IME Dictionary Tool\r\n!Version:\r\n!Format:WORDLIST\r\n\r\nたか\t髙\t姓\tメモ\r\n",
      ],
      ["google", "たか\t髙\t姓\tメモ\n"],
      ["mecab", "髙,,,9200,名詞,固有名詞,人名,姓,*,*,髙,タカ,タカ,メモ,3\n"],
      ["kuromoji", "髙,髙,タカ,姓\n"],
      ["sudachi", "髙,4790,4790,5000,髙,名詞,固有名詞,人名,姓,*,*,タカ,髙,*,*,*,*,*\n"],
      ["amivoice", "髙 たか 固有名詞\n"],
      ["tsv", "表記\t読み\t品詞\t強さ\t備考\t有効\r\n髙\tたか\t姓\t3\tメモ\t有効\r\n"],
    ])("is written as %s", async (format, text) => {
      const { url } = await dictionaryWith([
        { surface: "髙", reading: "たか", part_of_speech: "姓", weight: 3, note: "メモ" },
      ]);
      expect((await exported(url, `?format=${format}&encoding=utf-8`)).text).toBe(text);
    });

    it.each([
      ["csv", ".csv"],
      ["tsv", ".tsv"],
      ["msime", ".txt"],
      ["google", ".txt"],
      ["mecab", ".txt"],
      ["kuromoji", ".txt"],
      ["sudachi", ".txt"],
      ["amivoice", ".txt"],
    ])("as %s is named %s", async (format, extension) => {
      const { url } = await dictionaryWith([{ surface: "東京", reading: "とうきょう" }]);
      const { headers } = await exported(url, `?format=${format}&lossy=true`);
      const names = String(headers["content-disposition"]).match(/_20261123\.\w+/g);
      expect(names).toEqual(Array(2).fill(`_20261123${extension}`));
    });

    it("names what an encoding lacks, and replaces it only if asked to", async () => {
      const { url, entryIds } = await dictionaryWith([
        { surface: "髙橋", reading: "たかはし" },
        { surface: "𠮷野𠮷", reading: "よしの" },
        { surface: "1〜2", reading: "いち", note: "😀" },
      ]);
      const refused = await staff.get(`${url}/export?encoding=cp932`);
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: "EXPORT_LOSSY",
          message:
            "Shift_JISで表せない文字が3件あります（3行目「𠮷」、4行目「〜」、4行目「😀」）。UTF-8でのダウンロードをおすすめします。",
          lackingTotal: 3,
          unfitTotal: 0,
          characters: [
            { character: "𠮷", count: 2, entryId: entryIds[1], surface: "𠮷野𠮷", line: 3 },
            { character: "〜", count: 1, entryId: entryIds[2], line: 4 },
            { character: "😀", count: 1, entryId: entryIds[2], line: 4 },
          ],
        },
      });
      const { headers } = await exported(url, "?encoding=cp932&lossy=true");
      expect(headers["content-type"]).toBe("text/plain; charset=shift_jis");
    });

    it("names the entries that a format cannot hold, and leaves them out only if asked to", async () => {
      const { url, entryIds } = await dictionaryWith([
        { surface: "A:B", reading: "えーびー" },
        { surface: "東京 都", reading: "とうきょうと" },
      ]);
      expect(await staff.get(`${url}/export?format=amivoice`)).toMatchObject({
        status: 422,
        body: {
          code: "EXPORT_LOSSY",
          message: "この形式で表せない単語が1件あります。",
          entries: [{ entryId: entryIds[0], surface: "A:B", reading: "えーびー" }],
        },
      });
      const { text } = await exported(url, "?format=amivoice&lossy=true");
      expect(text).toBe("東京_都 とうきょうと\n");
    });

    it.each(["?format=docx", "?encoding=utf-7", "?lossy=maybe", "?page=1"])(
      "refuses %s",
      async (query) => {
        const { url } = await dictionaryWith([]);
        expect(await staff.get(`${url}/export${query}`)).toMatchObject({ status: 400 });
      },
    );
  });

  describe("the fitness", () => {
    it("names per engine what it cannot take of the enabled entries", async () => {
      const { url, entryIds } = await dictionaryWith([
        { surface: "走る", reading: "はしる", part_of_speech: "動詞" },
        { surface: "東京 都", reading: "とうきょうと" },
        { surface: "あ".repeat(100), reading: "あ" },
        { surface: "A|B", reading: "えー", enabled: false },
      ]);
      const { status, body } = await staff.get(`${url}/fitness`);
      expect(status).toBe(200);
      const found = (entry: number, field: string, message: string) => ({
        ...{ entryId: entryIds[entry], field, message },
      });
      expect(body).toMatchObject({
        engines: [
          {
            engine: "msime",
            total: 3,
            unfit: 2,
            retagged: 1,
            misfits: [
              found(2, "surface", "表記は63文字以内にする必要があります。"),
              found(
                0,
                "partOfSpeech",
                "品詞「動詞」がないため、「その他自立語」としてダウンロードします。",
              ),
            ],
          },
          { engine: "google", unfit: 1 },
          {
            engine: "mecab",
            misfits: [
              found(
                0,
                "partOfSpeech",
                "品詞「動詞」には活用の情報が必要なため、「名詞,一般」としてダウンロードします。",
              ),
            ],
          },
          {
            engine: "kuromoji",
            misfits: [
              found(1, "surface", "表記に空白を使用できないため、ダウンロードできません。"),
            ],
          },
          { engine: "sudachi", unfit: 1 },
          { engine: "amivoice", unfit: 1 },
        ],
      });
    });

    it("names per recogniser the words that find no room beside more important ones", async () => {
      const elsewhere = await api.anOrganization();
      const other = { organizationId: elsewhere, dictionaryId: 0 };
      const many = Array.from({ length: 500 }, (_, n) => ({ surface: `重要${n}`, weight: 3 }));
      other.dictionaryId = await aDictionary(api, other);
      await someEntries(api, other, many);
      const dictionaryId = await aDictionary(api, { organizationId: elsewhere });
      const entryIds = await someEntries(api, { organizationId: elsewhere, dictionaryId }, [
        { surface: "入る", reading: "はいる", weight: 3 },
        { surface: "入らない", reading: "はいらない", weight: 1 },
        { surface: "使わない", reading: "つかわない", enabled: false },
      ]);
      const member = api.as(await api.aUser({ organizationId: elsewhere }));
      const { body } = await member.get(`${DICTIONARIES}/${dictionaryId}/fitness`);
      const recognisers: unknown = Reflect.get(Object(body), "recognisers");
      expect(recognisers).toMatchObject([
        { engine: "amivoice", total: 2, unfit: 0 },
        { engine: "google", total: 2, unfit: 0 },
        { engine: "aws", total: 2, unfit: 0 },
        {
          engine: "azure",
          total: 2,
          unfit: 2,
          entries: [
            { entryId: entryIds[0] },
            {
              entryId: entryIds[1],
              reason: "FULL",
              message: "登録できる単語は500件までのため、入りきりません。",
            },
          ],
        },
        { engine: "deepgram", total: 2, unfit: 2 },
        { engine: "whisper", total: 2, unfit: 2 },
      ]);
    });
  });
});
