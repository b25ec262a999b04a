import { beforeAll, expect, it } from "vitest";
import { auditEventPage } from "../../domain/audit/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { auditWorld, eventsDuring, latestEvent } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, newName } from "../support/dictionaryRequests.ts";
import { entriesUrl, newSurface } from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload, uploadOf } from "../support/importRequests.ts";
import { perSuite } from "../support/perSuite.ts";

const ANY_VERSION = { "if-match": "*" };

describeDatabase("the event of a dictionary and its entries in the audit log", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => auditWorld(api));
  let organizationId: number;

  beforeAll(async () => {
    ({ organizationId } = world);
  });

  const latest = () => latestEvent(api.db);
  const changesOf = async () => (await latest())?.changes;
  const client = () => api.as(world.dictionaryAdmin);
  const batch = (dictionaryId: number, body: object) =>
    client().post(`${entriesUrl(dictionaryId)}/batch`, body, ANY_VERSION);
  const words = (count: number) =>
    Array.from({ length: count }, () => ({ surface: newSurface(), reading: "たんご" }));

  it("holds a dictionary when it is made, edited and deleted", async () => {
    const [name, renamed] = [newName(), newName()];
    const events = await eventsDuring(api.db, async () => {
      const body = { category: "一般辞書", dictionaryName: name };
      const { dictionaryId } = dictionaryOf(await client().post(DICTIONARIES, body));
      const url = `${DICTIONARIES}/${dictionaryId}`;
      await client().patch(url, { dictionaryName: renamed, description: "部" }, ANY_VERSION);
      expect((await client().delete(url, ANY_VERSION)).status).toBeLessThan(300);
    });
    const own = events.filter(({ target_kind }) => target_kind === "dictionary");
    expect(own.map(({ operation, target_name }) => [operation, target_name])).toEqual([
      ["createDictionary", name],
      ["updateDictionary", renamed],
      ["deleteDictionary", renamed],
    ]);
    expect(own[1]?.changes).toEqual([
      { field: "dictionaryName", before: name, after: renamed },
      { field: "description", before: "", after: "部" },
    ]);
  });

  it("is one for all of a batch, with each entry, which finds it", async () => {
    const dictionaryId = await aDictionary(api, { organizationId });
    const made = await batch(dictionaryId, { create: words(2) });
    const [first, second] = Object(made.body).created;
    await batch(dictionaryId, {
      update: [{ entryId: first.entryId, weight: 3 }],
      delete: [{ entryId: second.entryId }],
    });
    expect(await latest()).toMatchObject({
      operation: "writeEntries",
      target_kind: "dictionary",
      target_id: String(dictionaryId),
      changes: [
        { field: "entry", entryId: second.entryId, after: null },
        {
          field: "entry",
          entryId: first.entryId,
          before: { surface: first.surface, weight: 2 },
          after: { surface: first.surface, weight: 3 },
        },
      ],
    });
    const url = `/api/v1/audit-events?targetKind=entry&targetId=${first.entryId}`;
    const history = auditEventPage.parse((await client().get(url)).body);
    expect(history.content.map(({ operation }) => operation)).toEqual([
      "writeEntries",
      "writeEntries",
    ]);
  });

  it("holds all entries of the largest batch, before and after", async () => {
    const dictionaryId = await aDictionary(api, { organizationId });
    const made = await batch(dictionaryId, { create: words(200) });
    const entries: { entryId: number; surface: string }[] = Object(made.body).created;
    expect(await changesOf()).toHaveLength(200);
    await batch(dictionaryId, {
      update: entries.map(({ entryId }) => ({ entryId, enabled: false })),
    });
    expect(await changesOf()).toEqual(
      entries.map(({ entryId, surface }) => ({
        field: "entry",
        entryId,
        before: { surface, enabled: true },
        after: { surface, enabled: false },
      })),
    );
  });

  it("holds the counts and the file name of an import and of its undoing, not each row", async () => {
    const dictionaryId = await aDictionary(api, { organizationId });
    await batch(dictionaryId, { create: [{ surface: "橋", reading: "はし" }] });
    const file = uploadOf(ownCsv(["橋,はし,名詞,3,,有効", "東京,とうきょう,地名,2,,有効"]));
    const { importId } = importOf(await upload(client(), dictionaryId, file));
    const step = async (name: string, body: object) => {
      const url = importsUrl(dictionaryId, `/${importId}/${name}`);
      const answer = await client().post(url, body, ANY_VERSION);
      expect(answer.status, answer.text).toBe(200);
      return latest();
    };
    const target = { target_kind: "dictionary", target_id: String(dictionaryId) };
    const changes = [{ field: "fileName", before: null, after: "単語.csv" }];
    expect(await step("commit", { mode: "merge", skipErrors: true })).toMatchObject({
      ...target,
      operation: "commitImport",
      counts: { added: 1, updated: 1 },
      changes,
    });
    expect(await step("revert", {})).toMatchObject({
      ...target,
      operation: "revertImport",
      counts: { removed: 1, updated: 1, restored: 0 },
      changes,
    });
  });
});
