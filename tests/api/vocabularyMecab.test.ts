import { describe, expect, it } from "vitest";
import { previewResult } from "../../domain/preview/schemas.ts";
import { hasMecab } from "../../scripts/findMecab.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { userDictionary } from "../support/mecab.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { VOCABULARY } from "../support/vocabularyRequests.ts";

/** Words that MeCab's own dictionary does not have, in sentences in which one has to be chosen. */
const SENTENCES = [
  "昨日の青空商事クラウドについて説明します。",
  "青空商事との打ち合わせは第二検証棟で行います。",
  "検証棟の鍵は鵜飼瀬さんが持っています。",
];

describe.skipIf(!hasMecab)("the vocabulary for MeCab", () => {
  describeDatabase("as MeCab takes it", (engine) => {
    const api = suiteApi(engine);

    it("splits a text where the preview uses a word", { timeout: 30_000 }, async () => {
      const organizationId = await api.anOrganization();
      const word = (surface: string, reading: string, more: object = {}) => ({
        surface,
        reading,
        weight: 3,
        ...more,
      });
      const own = await aDictionary(api, { organizationId, category: "業務辞書" });
      const general = await aDictionary(api, { organizationId, category: "一般辞書" });
      await someEntries(api, { organizationId, dictionaryId: own }, [
        word("青空商事クラウド", "あおぞらしょうじくらうど", { part_of_speech: "固有名詞" }),
        word("第二検証棟", "だいにけんしょうとう"),
        word("鵜飼瀬", "うかいせ", { part_of_speech: "姓" }),
        word("未使用棟", "みしようとう", { enabled: false }),
      ]);
      await someEntries(api, { organizationId, dictionaryId: general }, [
        word("青空商事", "あおぞらしょうじ", { part_of_speech: "固有名詞" }),
        word("検証棟", "けんしょうとう"),
        // The same word, which the other dictionary takes precedence over.
        word("第二検証棟", "だいにけんしょうとう", { part_of_speech: "地名" }),
      ]);
      const program = withKey(api, (await aServiceKey(api)).key);
      const url = `${VOCABULARY}?organizationId=${organizationId}&engine=mecab`;
      const { text } = await program.get(url);
      const dictionary = userDictionary([Buffer.from(text)], "utf-8");
      try {
        expect(dictionary.sizes).toEqual([5]);
        const member = api.as(await api.aUser({ organizationId }));
        const analysed = dictionary.analyse(SENTENCES);
        for (const [place, sentence] of SENTENCES.entries()) {
          const { body } = await member.post("/api/v1/dictionaries/preview", { text: sentence });
          const used = previewResult.parse(body).matches.filter(({ wins }) => wins);
          expect(used.length, sentence).toBeGreaterThan(0);
          const tokens = analysed[place]?.map(({ surface }) => surface);
          expect(tokens).toEqual(expect.arrayContaining(used.map(({ surface }) => surface)));
        }
      } finally {
        dictionary.remove();
      }
    });
  });
});
