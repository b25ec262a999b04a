import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import { dictionary as dictionarySchema } from "../../domain/dictionaries/schemas.ts";
import { IMPORT_MODES, type ImportMode } from "../../domain/imports/rules.ts";
import {
  changePreviewResult,
  type PreviewMatch,
  previewResult,
  type TriedChange,
  type TriedEntry,
} from "../../domain/preview/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl, someEntries } from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../support/importRequests.ts";
import { perTest } from "../support/perSuite.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const CURRENT = { "if-match": "*" };

describeDatabase("POST /dictionaries/{id}/preview", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const keeper = api.as(perTest(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  let key: { organizationId: number; dictionaryId: number };

  beforeEach(async () => {
    key = await dictionary("組織辞書");
  });

  const dictionary = async (category: DictionaryCategory) => ({
    ...own,
    dictionaryId: await aDictionary(api, { ...own, category }),
  });
  const ask = (body: object, dictionaryId = key.dictionaryId) =>
    keeper.post(`${DICTIONARIES}/${dictionaryId}/preview`, body);
  const tried = async (text: string, change: TriedChange, input: object = {}) => {
    const answer = await ask({ text, change, ...input });
    expect(answer.status).toBe(200);
    return changePreviewResult.parse(answer.body);
  };
  const now = async (text: string) =>
    previewResult.parse((await keeper.post(`${DICTIONARIES}/preview`, { text })).body);
  const entries = (...words: TriedEntry[]): TriedChange => ({ kind: "entries", entries: words });
  const used = (matches: readonly Pick<PreviewMatch, "surface" | "wins">[]) =>
    matches.flatMap(({ surface, wins }) => (wins ? [surface] : []));
  const dryRun = async (rows: readonly string[]) =>
    importOf(await upload(keeper, key.dictionaryId, ownCsv(rows))).importId;

  it("meets a word that is not saved, and writes nothing", async () => {
    await anEntry(api, key, { surface: "東京", reading: "とうきょう" });
    const { before, after } = await tried(
      "東京都庁へ",
      entries({ surface: "東京都庁", reading: "トウキョウトチョウ" }),
    );
    expect(used(before.matches)).toEqual(["東京"]);
    expect(after.matches).toMatchObject([
      { surface: "東京都庁", reading: "とうきょうとちょう", entryId: null, wins: true },
      { surface: "東京", reason: "表記が一致しました。長い単語「東京都庁」を優先します。" },
    ]);
    expect((await now("東京都庁へ")).matches).toEqual(before.matches);
  });

  it("takes an entry that is edited as it would be saved, or not at all if disabled", async () => {
    const entryId = await anEntry(api, key, { surface: "東京", reading: "とうきょう" });
    const edited = await tried(
      "東京と大阪",
      entries({ entryId, surface: "大阪", reading: "おおさか" }),
    );
    expect(used(edited.before.matches)).toEqual(["東京"]);
    expect(edited.after.matches).toMatchObject([{ surface: "大阪", entryId, wins: true }]);
    const disabled = await tried(
      "東京",
      entries({ entryId, surface: "東京", reading: "とうきょう", enabled: false }),
    );
    expect(disabled.after.matches).toEqual([]);
  });

  it("leaves out a dictionary that is for other workspaces", async () => {
    const workspaceId = await aWorkspace(api, own);
    const other = await aWorkspace(api, own);
    const admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    const input = { category: "組織辞書", dictionaryName: "他部門", workspaceIds: [other] };
    key.dictionaryId = dictionarySchema.parse(
      (await admin.post(DICTIONARIES, input)).body,
    ).dictionaryId;
    const change = entries({ surface: "大阪", reading: "おおさか" });
    const answer = await admin.post(`${DICTIONARIES}/${key.dictionaryId}/preview`, {
      text: "大阪",
      change,
      workspaceId,
    });
    expect(changePreviewResult.parse(answer.body).after.matches).toEqual([]);
    expect(used((await tried("大阪", change)).after.matches)).toEqual(["大阪"]);
  });

  it("tells of a dry run exactly what the text meets after its commit, in each mode", async () => {
    const letter = fc.constantFrom(..."山ａBあ𠮷い");
    const word = fc.record({
      surface: fc.string({ unit: letter, minLength: 1, maxLength: 3 }),
      reading: fc.constantFrom("あいあ", "いあいあい", "ん"),
      weight: fc.integer({ min: 1, max: 3 }),
      enabled: fc.boolean(),
    });
    const words = fc.uniqueArray(word, {
      selector: ({ surface, reading }) => `${surface} ${reading}`,
      minLength: 1,
      maxLength: 12,
    });
    const run = fc.asyncProperty(
      fc.string({ unit: letter, minLength: 20, maxLength: 40 }),
      words,
      words,
      words,
      fc.constantFrom<ImportMode>(...IMPORT_MODES),
      async (text, stored, elsewhere, file, mode) => {
        await api.db.deleteFrom("dictionary_entries").execute();
        key = await dictionary("組織辞書");
        await someEntries(api, await dictionary("一般辞書"), elsewhere);
        await someEntries(api, key, stored);
        const importId = await dryRun(
          file.map(
            ({ surface, reading, weight, enabled }) =>
              `${surface},${reading},名詞,${weight},,${enabled ? "有効" : "無効"}`,
          ),
        );
        const { before, after } = await tried(text, { kind: "import", importId, mode });
        expect(before).toEqual(await now(text));
        const url = importsUrl(key.dictionaryId, `/${importId}/commit`);
        const committed = await keeper.post(url, { mode }, CURRENT);
        expect(committed.status).toBe(200);
        const later = await now(text);
        const withoutId = <Match extends { entryId: unknown }>({ entryId: _, ...match }: Match) =>
          match;
        expect(after.matches.map(withoutId)).toEqual(later.matches.map(withoutId));
      },
    );
    await fc.assert(run, { numRuns: 20 });
  });

  it("tells of words exactly what the text meets once they are saved", async () => {
    const first = await anEntry(api, key, { surface: "会議", reading: "かいぎ" });
    await anEntry(api, key, { surface: "議事", reading: "ぎじ" });
    const text = "会議の議事録と会議録、カイギロク";
    const { after } = await tried(
      text,
      entries(
        { entryId: first, surface: "会議録", reading: "かいぎろく", weight: 3 },
        { surface: "議事録", reading: "ぎじろく" },
      ),
    );
    const saved = await keeper.post(
      `${entriesUrl(key.dictionaryId)}/batch`,
      {
        update: [{ entryId: first, surface: "会議録", reading: "かいぎろく", weight: 3 }],
        create: [{ surface: "議事録", reading: "ぎじろく" }],
      },
      CURRENT,
    );
    expect(saved.status).toBe(200);
    const places = (matches: readonly Omit<PreviewMatch, "entryId">[]) =>
      matches.map(({ start, end, surface, wins, reason }) => ({
        start,
        end,
        surface,
        wins,
        reason,
      }));
    expect(places(after.matches)).toEqual(places((await now(text)).matches));
  });

  describe("refuses", () => {
    it("a dry run of another dictionary, and one that is committed", async () => {
      const importId = await dryRun(["東京,とうきょう,地名,2,,有効"]);
      const change = { kind: "import", importId, mode: "merge" };
      const other = await dictionary("組織辞書");
      expect((await ask({ text: "東京", change }, other.dictionaryId)).status).toBe(404);
      const url = importsUrl(key.dictionaryId, `/${importId}/commit`);
      expect((await keeper.post(url, { mode: "merge" }, CURRENT)).status).toBe(200);
      expect(codeOf(await ask({ text: "東京", change }))).toBe("ALREADY_COMMITTED");
    });

    it("words that could not be saved, none, and more than a batch has", async () => {
      const word = { surface: "東京", reading: "とうきょう" };
      for (const words of [[], [{ ...word, reading: "東京" }], Array(201).fill(word)]) {
        const answer = await ask({ text: "東京", change: { kind: "entries", entries: words } });
        expect(answer.status).toBe(422);
      }
    });
  });
});
