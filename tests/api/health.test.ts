import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { entryBulkResult, entryRange } from "../../domain/entries/bulk.ts";
import type { HealthKind } from "../../domain/health/rules.ts";
import { healthReport } from "../../domain/health/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { type EntryInput, entriesUrl, entryOf, someEntries } from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../support/importRequests.ts";
import { perSuite, perTest } from "../support/perSuite.ts";
import { analyserIsLoaded } from "../support/readingRequests.ts";

const current = { "if-match": "*" };

/** 斎藤/さいとう, with a note behind another /. */
const written = (...words: string[]): EntryInput[] =>
  words.map((word) => {
    const [surface = "", reading = "", note = ""] = word.split("/");
    return { surface, reading, note };
  });

describeDatabase("the health of words", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const own = perTest(() => api.organization());
  const keeper = api.as(perTest(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  const first = perSuite(() => api.organization());
  let dictionaryId: number;

  beforeAll(() => analyserIsLoaded(api, first));
  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
  });

  const words = (...all: string[]) => someEntries(api, { ...own, dictionaryId }, written(...all));
  const read = async (path = `dictionaries/${dictionaryId}/health`) => {
    const answer = await keeper.get(`/api/v1/${path}`);
    expect(answer.status, answer.text).toBe(200);
    return healthReport.parse(answer.body);
  };
  const found = async (kind: HealthKind, path?: string) =>
    (await read(path)).sets
      .filter((set) => set.kind === kind)
      .map(({ entries }) => entries.map(({ surface }) => surface).join(" "));
  const merge = (body: object, headers: Record<string, string> = current) =>
    keeper.post(`${DICTIONARIES}/${dictionaryId}/health/merge`, body, headers);
  const merged = async (body: object) => {
    const answer = await merge(body);
    expect(answer.status, answer.text).toBe(200);
    return entryBulkResult.parse(answer.body);
  };
  const distinct = (body: object) =>
    keeper.post(`${DICTIONARIES}/${dictionaryId}/health/distinct`, body);
  const stored = async () => {
    const { body } = await keeper.get(`${entriesUrl(dictionaryId)}/range?from=0&to=99`);
    return entryRange.parse(body).content;
  };

  it("has each kind of set, and a figure that the words of the sets lower", async () => {
    await words(
      "高橋/たかはし",
      "高梁/たかはし",
      "申込み/もうしこみ",
      "申し込み/もうしこみ",
      "中瀬/なかせ",
      "中背/なかぜ",
      "渋沢/しぶさわわ",
      "株主/かぶぬし",
      "立花/たちばな",
    );
    const { words: all, sound, lowered, sets, dictionaries } = await read();
    expect([all, sound]).toEqual([9, 1]);
    expect(sets.map(({ kind, entries }) => [kind, entries.map(({ surface }) => surface)])).toEqual([
      ["SAME_READING", ["高橋", "高梁"]],
      ["VARIANT", ["申込み", "申し込み"]],
      ["NEAR_READING", ["中瀬", "中背"]],
      ["ODD_READING", ["渋沢"]],
      ["COMMON", ["株主"]],
    ]);
    expect(lowered.map(({ counted }) => counted)).toEqual([2, 2, 2, 1, 0, 1]);
    expect(dictionaries).toMatchObject([{ dictionaryId }]);
  });

  it("does not look at disabled words, nor at those of other dictionaries and organizations", async () => {
    const [id = 0] = await words("高橋/たかはし");
    const other = await aDictionary(api, own);
    await someEntries(api, { ...own, dictionaryId: other }, written("高梁/たかはし"));
    const foreign = await api.organization();
    const elsewhere = { ...foreign, dictionaryId: await aDictionary(api, foreign) };
    await someEntries(api, elsewhere, written("鷹橋/たかはし"));
    expect(await found("SAME_READING")).toEqual([]);
    expect(await found("SAME_READING", "health/words")).toEqual(["高橋 高梁"]);
    await keeper.patch(entriesUrl(dictionaryId, id), { enabled: false }, current);
    expect(await found("SAME_READING", "health/words")).toEqual([]);
  });

  it("says which words no transcript was made with for a month, where engines report", async () => {
    const [id = 0] = await words("立花/たちばな");
    const used = (revision: number) =>
      sql`insert into vocabulary_uses (organization_id, revision, transcript_count)
        values (${own.organizationId}, ${revision}, 1)`.execute(api.db);
    const old = sql`update dictionary_entries set updated_at = '2026-03-01T00:00:00Z'
      where organization_id = ${own.organizationId} and entry_id = ${id}`;
    await old.execute(api.db);
    expect(await found("UNUSED")).toEqual([]);
    await used(1);
    expect(await found("UNUSED")).toEqual(["立花"]);
    await used(2);
    expect(await found("UNUSED")).toEqual([]);

    const [named = 0] = await words("株主/かぶぬし");
    const namedBefore = (days: number) =>
      sql`insert into entry_uses (organization_id, entry_id, used_on, use_count)
        values (${own.organizationId}, ${named}, current_date - ${days}::integer, 1)`.execute(
        api.db,
      );
    await namedBefore(3);
    expect(await found("UNUSED")).toEqual([]);
    await namedBefore(25);
    expect(await found("UNUSED")).toEqual(["立花"]);
  });

  describe("merging", () => {
    it("disables words as merged, joins their notes, and is one act that can be undone", async () => {
      const [keep = 0, one = 0, other = 0] = await words(
        "斎藤/さいとう/部長",
        "齋藤/さいとう/旧字",
        "齊藤/さいとう/部長",
      );
      let actId: number | null = null;
      const events = await eventsDuring(api.db, async () => {
        const result = await merged({ keep, disable: [one, other] });
        expect(result).toMatchObject({ unchanged: 0, missing: 0 });
        actId = result.actId;
      });
      expect(events.at(-1)).toMatchObject({ operation: "mergeEntries", counts: { merged: 2 } });
      expect(await stored()).toMatchObject([
        { entryId: keep, enabled: true, note: "部長／旧字", version: 2, mergedInto: null },
        { entryId: one, enabled: false, note: "旧字", version: 2, mergedInto: keep },
        { entryId: other, enabled: false, mergedInto: keep },
      ]);
      expect(await found("VARIANT")).toEqual([]);

      const url = `${entriesUrl(dictionaryId)}/bulk/${actId}/undo`;
      const undone = await keeper.post(url, {}, current);
      expect(undone.status, undone.text).toBe(200);
      expect(await stored()).toMatchObject([
        { enabled: true, note: "部長", version: 3, mergedInto: null },
        { enabled: true, note: "旧字", version: 3, mergedInto: null },
        { enabled: true, note: "部長", mergedInto: null },
      ]);
    });

    it("is forgotten when the word is enabled, and comes back when that is undone", async () => {
      const [keep = 0, one = 0] = await words("斎藤/さいとう", "齋藤/さいとう");
      await merged({ keep, disable: [one] });
      const enabled = await keeper.post(
        `${entriesUrl(dictionaryId)}/bulk`,
        { action: "ENABLE", entries: [{ entryId: one }] },
        current,
      );
      const { actId } = entryBulkResult.parse(enabled.body);
      expect((await stored())[1]).toMatchObject({ enabled: true, mergedInto: null });
      await keeper.post(`${entriesUrl(dictionaryId)}/bulk/${actId}/undo`, {}, current);
      expect((await stored())[1]).toMatchObject({ enabled: false, mergedInto: keep });

      const patch = (enabled: boolean) =>
        keeper.patch(entriesUrl(dictionaryId, one), { enabled }, current);
      expect(entryOf(await patch(true)).mergedInto).toBeNull();
      expect(entryOf(await patch(false)).mergedInto).toBeNull();
    });

    it("is forgotten when an import enables the word, and comes back with its undoing", async () => {
      const [keep = 0, one = 0] = await words("斎藤/さいとう", "齋藤/さいとう");
      await merged({ keep, disable: [one] });
      const { importId } = importOf(
        await upload(keeper, dictionaryId, ownCsv(["齋藤,さいとう,名詞,2,,有効"])),
      );
      const url = (act: string) => importsUrl(dictionaryId, `/${importId}/${act}`);
      await keeper.post(url("commit"), { mode: "merge" }, current);
      expect((await stored())[1]).toMatchObject({ enabled: true, mergedInto: null });
      await keeper.post(url("revert"), {}, current);
      expect((await stored())[1]).toMatchObject({ enabled: false, mergedInto: keep });
    });

    it("is null once the word that was kept is deleted", async () => {
      const [keep = 0, one = 0] = await words("斎藤/さいとう", "齋藤/さいとう");
      await merged({ keep, disable: [one] });
      await keeper.delete(entriesUrl(dictionaryId, keep), current);
      expect(await stored()).toMatchObject([{ entryId: one, enabled: false, mergedInto: null }]);
    });

    it("keeps a word of another dictionary as it is", async () => {
      const [one = 0] = await words("齋藤/さいとう/旧字");
      const other = { ...own, dictionaryId: await aDictionary(api, own) };
      const [keep = 0] = await someEntries(api, other, written("斎藤/さいとう"));
      await merged({ keep, disable: [one] });
      expect(await stored()).toMatchObject([{ enabled: false, mergedInto: keep }]);
      const kept = await keeper.get(entriesUrl(other.dictionaryId, keep));
      expect(entryOf(kept)).toMatchObject({ note: "", version: 1 });
    });

    it("counts what was disabled or deleted before, and refuses a disabled word to keep", async () => {
      const [keep = 0, one = 0] = await words("斎藤/さいとう", "齋藤/さいとう");
      await merged({ keep, disable: [one] });
      expect(await merged({ keep, disable: [one, 999_999_999] })).toEqual({
        actId: null,
        entries: [],
        unchanged: 1,
        missing: 1,
      });
      expect((await merge({ keep: one, disable: [keep] })).body).toMatchObject({
        code: "ROWS_REFUSED",
      });
      expect((await merge({ keep, disable: [keep] })).status).toBe(422);
      expect((await merge({ keep, disable: [one] }, {})).status).toBe(428);
    });
  });

  describe("what people decide", () => {
    it("leaves out words that are different ones until another one joins them", async () => {
      const [one, other] = await words("高橋/たかはし", "高梁/たかはし");
      expect((await distinct({ entryIds: [one, other] })).status).toBe(204);
      expect(await read()).toMatchObject({ sound: 2, sets: [] });
      await words("鷹橋/たかはし");
      expect(await found("SAME_READING")).toEqual(["高橋 高梁 鷹橋"]);
    });

    it("leaves out one word in one regard, which has to be said", async () => {
      const [one] = await words("株主/かぶぬし");
      expect((await distinct({ entryIds: [one] })).status).toBe(422);
      expect((await distinct({ entryIds: [one], kind: "ODD_READING" })).status).toBe(204);
      expect(await found("COMMON")).toEqual(["株主"]);
      expect((await distinct({ entryIds: [one], kind: "COMMON" })).status).toBe(204);
      expect(await found("COMMON")).toEqual([]);
      expect((await distinct({ entryIds: [one, 999_999_999] })).status).toBe(404);
    });
  });
});
