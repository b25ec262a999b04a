import { beforeEach, describe, expect, it } from "vitest";
import {
  type EntryBulk,
  type EntryUndo,
  entryBulkResult,
  entryRange,
  entryUndoResult,
} from "../../domain/entries/bulk.ts";
import type { Entry } from "../../domain/entries/schemas.ts";
import { deleteOldImports } from "../../server/modules/imports/queries/imports.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { anImport, keepBytes, MB } from "../support/capacityRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES, dictionaryOf, lockFor } from "../support/dictionaryRequests.ts";
import {
  anEntry,
  entriesUrl,
  entryOf,
  manyEntries,
  someEntries,
} from "../support/entryRequests.ts";
import { importOf, importsUrl, ownCsv, upload } from "../support/importRequests.ts";
import { withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { changesSince } from "../support/vocabularyRequests.ts";

const current = { "if-match": "*" };
const NAMES = ["青", "石", "上"];

describeDatabase("POST /dictionaries/{id}/entries/bulk", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const keeperUser = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));
  const keeper = api.as(keeperUser);
  let dictionaryId: number;
  let url: string;
  let ids: number[];

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    url = entriesUrl(dictionaryId);
    ids = await someEntries(
      api,
      { ...own, dictionaryId },
      NAMES.map((surface) => ({ surface })),
    );
    await announced();
  });

  const send = (body: EntryBulk, headers: Record<string, string> = current) =>
    keeper.post(`${url}/bulk`, body, headers);
  const done = ({ status, text, body }: Answer) => {
    expect(status, text).toBe(200);
    return entryBulkResult.parse(body);
  };
  const act = async (body: EntryBulk) => done(await send(body));
  const undo = (actId: number | null, body: EntryUndo = {}) =>
    keeper.post(`${url}/bulk/${actId}/undo`, body, current);
  const undone = async (...asked: Parameters<typeof undo>) => {
    const { status, text, body } = await undo(...asked);
    expect(status, text).toBe(200);
    return entryUndoResult.parse(body);
  };
  const stored = async (query = "") => {
    const answer = await keeper.get(`${url}/range?from=0&to=20000${query}`);
    expect(answer.status, answer.text).toBe(200);
    return entryRange.parse(answer.body).content;
  };
  const states = async () =>
    (await stored()).map(({ surface, enabled }) => (enabled ? surface : `(${surface})`)).join("");
  const refs = (...some: number[]) => some.map((entryId) => ({ entryId }));
  const edit = async (entryId = 0, changes: Partial<Entry> = { note: "別件" }) =>
    entryOf(await keeper.patch(`${url}/${entryId}`, changes, current));

  it("changes entries by their ids, and what was so already or deleted before is counted", async () => {
    const [first = 0, second = 0] = ids;
    await act({ action: "DISABLE", entries: refs(first) });
    const { actId: _, ...result } = await act({
      action: "DISABLE",
      entries: [...refs(first), { entryId: second, version: 1 }, { entryId: 999_999_999 }],
    });
    expect(result).toEqual({
      entries: [{ entryId: second, version: 2 }],
      unchanged: 1,
      missing: 1,
    });
    expect(await states()).toBe("(青)(石)上");
    await act({ action: "ENABLE", entries: refs(first, second) });
    await act({ action: "DELETE", entries: refs(second) });
    expect(await states()).toBe("青上");
    expect(dictionaryOf(await keeper.get(`${DICTIONARIES}/${dictionaryId}`)).entryCount).toBe(2);
    expect(await act({ action: "ENABLE", entries: refs(first) })).toMatchObject({
      actId: null,
      unchanged: 1,
    });
  });

  it("changes all under the conditions of the list, if they are as many as were seen", async () => {
    const where = { q: "石" };
    await act({ action: "DISABLE", where, count: 1 });
    expect(await states()).toBe("青(石)上");
    expect((await send({ action: "DELETE", where: {}, count: 2 })).body).toMatchObject({
      code: "ROWS_REFUSED",
      message: "条件に該当する単語が3件に変わったため、何も変更していません。",
    });
    await act({ action: "DELETE", where: { enabled: "true" }, count: 2 });
    expect(await states()).toBe("(石)");
    await act({ action: "DELETE", where: {} });
    expect(await stored()).toEqual([]);
  });

  it("refuses all for another version than was seen, and a body that names no entries or twice", async () => {
    const [first = 0, second = 0] = ids;
    await edit(second);
    const entries = [...refs(first), { entryId: second, version: 1 }];
    expect((await send({ action: "DELETE", entries })).body).toMatchObject({
      code: "ROWS_REFUSED",
      message: "他の利用者が先に更新した単語が含まれているため、何も変更していません（「石」）。",
      errors: { "entries.1": expect.stringMatching(/。$/) },
    });
    expect(await states()).toBe("青石上");
    for (const wrong of [{}, { entries, where: {} }, { entries: refs(first, first) }]) {
      const answer = await send({ action: "DELETE", ...wrong });
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { errors: { entries: expect.stringMatching(/。$/) } },
      ]);
    }
    const many = Array.from({ length: 10_001 }, (_, n) => ({ entryId: n + 1 }));
    expect((await send({ action: "DELETE", entries: many })).status).toBe(431);
  });

  it("needs the lock of its dictionary, as any write does", async () => {
    const body: EntryBulk = { action: "DISABLE", where: {} };
    expect((await send(body, {})).status).toBe(428);
    const { userId } = await api.aUser({ ...own, isDictionaryAdmin: true });
    await lockFor(api, { ...own, dictionaryId, userId });
    expect((await send(body)).body).toMatchObject({ code: "LOCKED" });
    const mine = await aDictionary(api, own);
    const token = await lockFor(api, { ...own, dictionaryId: mine, userId: keeperUser.userId });
    await anEntry(api, { ...own, dictionaryId: mine });
    const below = `${entriesUrl(mine)}/bulk`;
    const { actId } = done(await keeper.post(below, body, withToken(token)));
    expect((await keeper.post(`${below}/${actId}/undo`, {}, withToken(token))).status).toBe(200);
  });

  it("is one change for screens, engines and the log, which names the entries", async () => {
    const { key } = await aServiceKey(api);
    const program = withKey(api, key);
    const { revision } = await changesSince(program, own.organizationId, 0);
    await announced();
    const events = await eventsDuring(api.db, () => act({ action: "DISABLE", where: {} }));
    expect(await announced()).toEqual([`updated resource/dictionaries/${dictionaryId}`]);
    expect(events).toMatchObject([
      {
        operation: "changeEntries",
        target_id: String(dictionaryId),
        counts: { disabled: 3 },
        entry_ids: ids,
      },
    ]);
    expect(await changesSince(program, own.organizationId, revision)).toMatchObject({
      revision: revision + 1,
      deletes: ids,
    });
  });

  it("reads the entries from one place of the list to another", async () => {
    const surfaces = (query: string) =>
      keeper
        .get(`${url}/range?${query}`)
        .then(({ body }) => entryRange.parse(body).content.map(({ surface }) => surface));
    expect(await surfaces("from=1&to=5&sort=surface,asc")).toEqual(["石", "青"]);
    expect(await surfaces("from=0&to=0&q=石")).toEqual(["石"]);
    expect(await surfaces("from=2&to=1")).toEqual([]);
    expect((await keeper.get(`${url}/range?from=0`)).status).toBe(400);
  });

  describe("undo", () => {
    it("enables again only what the act has disabled, and brings deleted entries back", async () => {
      const [first = 0, second = 0] = ids;
      await act({ action: "DISABLE", entries: refs(first) });
      const disabled = await act({ action: "DISABLE", where: {} });
      expect(await undone(disabled.actId)).toEqual({
        entries: ids.slice(1).map((entryId) => ({ entryId, version: 3 })),
        keptCount: 0,
        kept: [],
      });
      expect(await states()).toBe("(青)石上");
      const before = await stored();
      const { actId } = await act({ action: "DELETE", where: {} });
      await undone(actId);
      const after = await stored();
      expect(after).toEqual(
        before.map((entry) => ({
          ...entry,
          version: entry.version + 1,
          updatedAt: expect.any(String),
        })),
      );
      expect((await undo(actId)).status).toBe(404);
      expect((await keeper.get(`${url}/${second}`)).status).toBe(200);
    });

    it("takes several acts back in turn", async () => {
      const acts = [
        await act({ action: "DISABLE", where: {} }),
        await act({ action: "ENABLE", where: {} }),
        await act({ action: "DELETE", where: {} }),
      ];
      for (const { actId } of acts.toReversed()) {
        expect(await undone(actId)).toMatchObject({ keptCount: 0 });
      }
      expect(await states()).toBe("青石上");
    });

    it("leaves and names entries that have changed since, and takes the others back", async () => {
      const [first = 0, second = 0, third = 0] = ids;
      const disabled = await act({ action: "DISABLE", where: {} });
      const mine = await edit(first);
      await edit(second);
      await act({ action: "DELETE", entries: refs(third) });
      const own = { entries: [{ entryId: first, version: mine.version }] };
      expect(await undone(disabled.actId, own)).toEqual({
        entries: [{ entryId: first, version: 4 }],
        keptCount: 2,
        kept: [
          { entryId: second, surface: "石", reading: "たんご" },
          { entryId: third, surface: "上", reading: "たんご" },
        ],
      });
      expect(await states()).toBe("青(石)");
      expect((await stored())[0]).toMatchObject({ note: "別件" });
    });

    it("does not bring an entry back into the place of another", async () => {
      const { actId } = await act({ action: "DELETE", where: {} });
      await anEntry(api, { ...own, dictionaryId }, { surface: "石" });
      expect(await undone(actId)).toMatchObject({ keptCount: 1, kept: [{ surface: "石" }] });
      expect(await states()).toBe("青上石");
    });

    it("gives the versions back that an import left, which can be undone then", async () => {
      const client = keeper;
      const prepared = importOf(
        await upload(client, dictionaryId, ownCsv(["青,たんご,名詞,3,,有効"])),
      );
      const one = importsUrl(dictionaryId, `/${prepared.importId}`);
      await client.post(`${one}/commit`, { mode: "merge" }, current);
      const { actId } = await act({ action: "DISABLE", where: {} });
      expect((await client.post(`${one}/revert`, {}, current)).body).toMatchObject({
        code: "ENTRIES_CHANGED",
      });
      await undone(actId);
      expect((await client.post(`${one}/revert`, {}, current)).status).toBe(200);
    });

    it("is no import: none lists, reads or commits it, and preparing one leaves it", async () => {
      const { actId } = await act({ action: "DISABLE", where: {} });
      const listed = await keeper.get(importsUrl(dictionaryId));
      expect(listed.body).toMatchObject({ content: [], totalElements: 0 });
      expect((await keeper.get(importsUrl(dictionaryId, `/${actId}`))).status).toBe(404);
      const commit = importsUrl(dictionaryId, `/${actId}/commit`);
      expect((await keeper.post(commit, { mode: "add" }, current)).status).toBe(404);
      await upload(keeper, dictionaryId, ownCsv(["青,たんご,名詞,3,,有効"]));
      expect(await undone(actId)).toMatchObject({ keptCount: 0 });
    });

    it("ends with the room of the organization: earlier acts go first, then the act has none", async () => {
      const { actId: earlier } = await act({ action: "DISABLE", where: {} });
      await keepBytes(api, [Number(earlier)], 149 * MB);
      const importKey = { ...own, dictionaryId, userId: keeperUser.userId };
      await anImport(api, importKey, 2 * MB);
      const { actId: later } = await act({ action: "ENABLE", where: {} });
      expect((await undo(earlier)).status).toBe(404);
      expect(await undone(later)).toMatchObject({ keptCount: 0 });
      await anImport(api, importKey, 149 * MB);
      const { actId, entries } = await act({ action: "DELETE", where: {} });
      expect([actId, entries.length]).toEqual([null, 3]);
      expect(await stored()).toEqual([]);
      await keeper.delete(`${DICTIONARIES}/${dictionaryId}`, current);
    });

    it("ends after a day", async () => {
      const { actId } = await act({ action: "DISABLE", where: {} });
      await deleteOldImports(api.db, {
        preparedBefore: new Date("2026-04-15T10:00:01+09:00"),
        committedBefore: new Date("2026-04-01T00:00:00+09:00"),
      });
      expect((await undo(actId)).status).toBe(404);
    });
  });

  describe("of a dictionary with 10,000", () => {
    it("is one act of the log, and one to undo", async () => {
      const full = await aDictionary(api, own);
      await manyEntries(api, { ...own, dictionaryId: full }, 10_000);
      const below = `${entriesUrl(full)}/bulk`;
      await announced();
      let actId: number | null = null;
      const events = await eventsDuring(api.db, async () => {
        const answer = await keeper.post(below, { action: "DELETE", where: {} }, current);
        ({ actId } = done(answer));
      });
      expect(await announced()).toEqual([`updated resource/dictionaries/${full}`]);
      expect(events).toHaveLength(51);
      expect(events.at(-1)).toMatchObject({ counts: { deleted: 10_000 }, target_id: null });
      const answer = await keeper.post(`${below}/${actId}/undo`, {}, current);
      expect(entryUndoResult.parse(answer.body)).toMatchObject({ keptCount: 0 });
      expect(dictionaryOf(await keeper.get(`${DICTIONARIES}/${full}`)).entryCount).toBe(10_000);
    });
  });
});
