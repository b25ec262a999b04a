import { beforeEach, describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { atOnce, countEntries, someDictionaries, whileLocked } from "../support/capacityRows.ts";
import { codeOf } from "../support/contractRequests.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, newName } from "../support/dictionaryRequests.ts";
import {
  anEntry,
  entriesUrl,
  manyEntries,
  newSurface,
  someEntries,
} from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../support/importRequests.ts";
import { perTest } from "../support/perSuite.ts";

const current = { "if-match": "*" };
const newDictionary = () => ({ dictionaryName: newName(), category: "業務辞書" });
const newEntry = () => ({ surface: newSurface(), reading: "たんご" });
const sorted = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describeDatabase("the room of an organization", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const keeper = api.as(perTest(() => api.aUser({ ...own, isDictionaryAdmin: true })));

  it("holds 500 dictionaries, and another once one is deleted", async () => {
    await someDictionaries(api, own.organizationId, { count: 499 });
    const last = await keeper.post(DICTIONARIES, newDictionary());
    expect(last.status).toBe(201);
    const beyond = await keeper.post(DICTIONARIES, newDictionary());
    expect([beyond.status, beyond.body]).toMatchObject([
      422,
      {
        code: "DICTIONARY_ROOM_FULL",
        message: "辞書は1つの組織に500件まで登録できます。不要な辞書を削除してください。",
      },
    ]);
    await keeper.delete(`${DICTIONARIES}/${dictionaryOf(last).dictionaryId}`, current);
    expect((await keeper.post(DICTIONARIES, newDictionary())).status).toBe(201);
  });

  describe("holds 500,000 entries", () => {
    let dictionaryId: number;

    /** The organization has room for two more entries. */
    beforeEach(async () => {
      await someDictionaries(api, own.organizationId, { count: 49, entries: 10_000 });
      dictionaryId = await aDictionary(api, own);
      await manyEntries(api, { ...own, dictionaryId }, 9_998);
    });

    const batch = (body: object) => keeper.post(`${entriesUrl(dictionaryId)}/batch`, body, current);
    const expectFull = (answer: Answer) =>
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          code: "ENTRY_ROOM_FULL",
          message:
            "単語は1つの組織のすべての辞書を合わせて500,000件まで登録できます。不要な単語を削除してください。",
        },
      ]);
    /** Another dictionary with room of its own. */
    const elsewhere = async () => {
      dictionaryId = await aDictionary(api, own);
    };
    const prepared = async (...rows: string[]) => {
      const { importId } = importOf(await upload(keeper, dictionaryId, ownCsv(rows)));
      return importsUrl(dictionaryId, `/${importId}`);
    };

    it("however they are written one by one", async () => {
      await elsewhere();
      const url = entriesUrl(dictionaryId);
      expect((await keeper.post(url, newEntry(), current)).status).toBe(201);
      expect((await batch({ create: [newEntry()] })).status).toBe(200);
      expectFull(await keeper.post(url, newEntry(), current));
      expectFull(await batch({ create: [newEntry()] }));
      const page = await keeper.get(url);
      expect(page.body).toMatchObject({ totalElements: 2 });
      const entryId = await anEntry(api, { ...own, dictionaryId });
      await countEntries(api, dictionaryId, 2);
      const swapped = await batch({ create: [newEntry()], delete: [{ entryId }] });
      expect(swapped.status).toBe(200);
    });

    it("when they are imported, and when an import is undone", async () => {
      await elsewhere();
      const rows = ["東京,とうきょう,,,,", "大阪,おおさか,,,,"];
      const commit = await prepared(...rows);
      expect((await keeper.post(`${commit}/commit`, { mode: "add" }, current)).status).toBe(200);
      const third = await prepared(...rows, "京都,きょうと,,,,");
      expectFull(await keeper.post(`${third}/commit`, { mode: "merge" }, current));
      expect((await keeper.get(third)).body).toMatchObject({ committedAt: null });
      const other = await prepared("京都,きょうと,,,,");
      const replaced = await keeper.post(`${other}/commit`, { mode: "replace" }, current);
      expect(replaced.body).toMatchObject({ added: 1, deleted: 2 });

      const taken = await aDictionary(api, own);
      await countEntries(api, taken, 1);
      expectFull(await keeper.post(`${other}/revert`, {}, current));
      await countEntries(api, taken, 0);
      expect((await keeper.post(`${other}/revert`, {}, current)).status).toBe(200);
    });

    it("beside the 10,000 of one dictionary, which are told apart", async () => {
      expect((await batch({ create: [newEntry(), newEntry()] })).status).toBe(200);
      const full = await batch({ create: [newEntry()] });
      expect(full).toMatchObject({ status: 422, body: { code: "TOO_MANY_ENTRIES" } });
    });
  });
});

describePostgres("the room of an organization at the same moment", () => {
  const api = suiteApi("postgres");
  const own = perTest(() => api.organization());
  let people: ApiClient[];
  beforeEach(async () => {
    const users = [1, 2, 3, 4, 5, 6].map(() => api.aUser({ ...own, isDictionaryAdmin: true }));
    people = (await Promise.all(users)).map((user) => api.as(user));
    await Promise.all(people.map((person) => person.get(DICTIONARIES)));
  });

  it("takes exactly 500 dictionaries", async () => {
    await someDictionaries(api, own.organizationId, { count: 497 });
    const answers = await Promise.all(
      people.map((person) => person.post(DICTIONARIES, newDictionary())),
    );
    expect(sorted(answers)).toEqual([201, 201, 201, 422, 422, 422]);
  });

  const writing = async (person: ApiClient) => {
    const dictionaryId = await aDictionary(api, own);
    return () => person.post(entriesUrl(dictionaryId), newEntry(), current);
  };
  const importing = async (person: ApiClient) => {
    const dictionaryId = await aDictionary(api, own);
    const { importId } = importOf(await upload(person, dictionaryId, ownCsv(["語,ご,,,,"])));
    const url = importsUrl(dictionaryId, `/${importId}/commit`);
    return () => person.post(url, { mode: "add" }, current);
  };

  it.each([
    ["written", writing],
    ["imported", importing],
  ])("takes exactly 500,000 entries that are %s to different dictionaries", async (_, prepare) => {
    await someDictionaries(api, own.organizationId, { count: 49, entries: 10_000 });
    await countEntries(api, await aDictionary(api, own), 9_997);
    const sends = await Promise.all(people.map(prepare));
    const answers = await atOnce(api, own.organizationId, sends);
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(codeOf)).toEqual(Array(3).fill("ENTRY_ROOM_FULL"));
  });

  it("holds up nobody who adds nothing, and whoever adds only at the end", async () => {
    const [first, second] = people;
    if (!first || !second) throw new Error("nobody is there");
    const [mine, other] = await Promise.all([1, 2].map(() => aDictionary(api, own)));
    const key = { ...own, dictionaryId: Number(other) };
    const [stored = 0, gone = 0] = await someEntries(api, key, [newEntry(), newEntry()]);
    const { importId } = importOf(await upload(first, Number(mine), ownCsv(["語,ご,,,,"])));

    const held = { table: "organizations", ...own } as const;
    const { commit } = await whileLocked(api, held, async () => {
      const url = importsUrl(Number(mine), `/${importId}/commit`);
      const commit = first.post(url, { mode: "add" }, current);
      const others = await Promise.all([
        second.patch(entriesUrl(key.dictionaryId, stored), { note: "済み" }, current),
        second.delete(entriesUrl(key.dictionaryId, gone), current),
      ]);
      expect(sorted(others)).toEqual([200, 200]);
      const rename = { description: "済み" };
      expect((await second.patch(`${DICTIONARIES}/${other}`, rename, current)).status).toBe(200);
      return { commit };
    });
    expect((await commit).status).toBe(200);
  });
});
