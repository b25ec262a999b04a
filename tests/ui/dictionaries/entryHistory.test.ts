import fc from "fast-check";
import { HttpError } from "react-admin";
import { expect, test } from "vitest";
import type { Entry, EntryBatchResult } from "../../../domain/entries/schemas.ts";
import type { Writes } from "../../../src/resources/dictionaries/entries/entryBatches.ts";
import { createEntrySheet } from "../../../src/resources/dictionaries/entries/entrySheet.ts";
import { keyOf } from "../../../src/resources/dictionaries/entries/unsavedRows.ts";
import { changed } from "../../support/doubleAnswer.ts";
import { actsOn } from "./entryActs.ts";
import { anEntry } from "./entryRecords.ts";

const WRONG = "誤";

/** A sheet on entries in memory, which refuse a surface that is wrong. */
function openSheet() {
  let entries = [1, 2, 3].map((entryId) => anEntry({ entryId, surface: `単語${entryId}` }));
  let given = entries.length;
  async function write({ create, update, delete: remove }: Writes): Promise<EntryBatchResult> {
    const errors = [
      ...create.map(({ surface }, n) => [surface, `create.${n}.surface`]),
      ...update.map(({ surface }, n) => [surface, `update.${n}.surface`]),
    ].flatMap(([surface, path]) => (surface === WRONG ? [[path, "誤りです。"]] : []));
    if (errors.length > 0) {
      throw new HttpError("invalid", 422, {
        code: "VALIDATION_FAILED",
        errors: Object.fromEntries(errors),
      });
    }
    const ids = new Set(remove.map(({ entryId }) => entryId));
    const deleted = entries.filter(({ entryId }) => ids.has(entryId));
    entries = entries.filter((entry) => !deleted.includes(entry));
    const updated = update.map(({ version: _, note, ...changes }) => {
      const old = entries.find(({ entryId }) => entryId === changes.entryId);
      if (!old) throw new Error(`${changes.entryId} is gone`);
      const entry = { ...changed(old, changes), note: note ?? old.note };
      entries = entries.map((each) => (each === old ? entry : each));
      return entry;
    });
    const created = create.map(({ note, ...values }) => {
      given += 1;
      return { ...changed(anEntry(), values), note: note ?? "", entryId: given };
    });
    entries = [...entries, ...created];
    return { created, updated, deleted };
  }
  const acts = actsOn({ all: () => entries, become: (next) => (entries = [...next]) });
  const sheet = createEntrySheet();
  sheet.connect({
    write,
    written: async () => {},
    bulk: async (body) => acts.bulk(body),
    undoAct: async (actId, body) => acts.undo(actId, body),
    acted: async () => {},
    refused: () => {},
    unread: () => "空です。",
  });
  return { sheet, entries: () => entries };
}

const refs = ({ entryId, version }: Entry) => [{ entryId, version }];

type Opened = ReturnType<typeof openSheet>;

/** What a person sees: ids and versions may be others. */
const shown = ({ sheet, entries }: Opened) => ({
  entries: entries()
    .map(({ entryId: _, version: __, ...entry }) => JSON.stringify(entry))
    .sort(),
  unsaved: [...sheet.get().rows.values()]
    .map(({ texts, errors, state }) => JSON.stringify({ texts, errors, state }))
    .sort(),
  newRows: sheet.get().added.length,
});

const surfaces = fc.constantFrom(WRONG, "肺炎", "胸水", "");
const actions = fc.oneof(
  fc.record({ kind: fc.constant("edit"), at: fc.nat(5), surface: fc.constantFrom("右", "左") }),
  fc.record({ kind: fc.constant("remove"), at: fc.nat(5) }),
  fc.record({ kind: fc.constant("enable"), at: fc.nat(5), enabled: fc.boolean() }),
  fc.record({
    kind: fc.constant("paste"),
    at: fc.nat(5),
    surfaces: fc.array(surfaces, { minLength: 1, maxLength: 4 }),
  }),
);
type Action = typeof actions extends fc.Arbitrary<infer Each> ? Each : never;

async function act({ sheet, entries }: Opened, action: Action) {
  // The sheet itself does not delete or save what has unsaved input.
  const saved = entries().filter((entry) => !sheet.get().rows.has(keyOf(entry)));
  const from = action.at % Math.max(saved.length, 1);
  const entry = saved[from];
  if ("surfaces" in action) {
    const rows = action.surfaces.map((surface) => ({ surface, reading: "よみ" }));
    const present = saved.slice(from, from + rows.length);
    await sheet.paste(
      present.map((each, n) => [{ key: keyOf(each), entry: each }, rows[n] ?? {}]),
      rows.slice(present.length),
    );
  } else if (!entry) return;
  else if ("enabled" in action) {
    const name = action.enabled ? "ENABLE" : "DISABLE";
    await sheet.act(() => ({ action: name, entries: refs(entry) }));
  } else if ("surface" in action) {
    sheet.enter({ key: keyOf(entry), entry }, { surface: action.surface });
    await sheet.save([keyOf(entry)]);
  } else await sheet.act(() => ({ action: "DELETE", entries: refs(entry) }));
}

test("undo leads back through all that was shown, and redo forth", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 8 }), async (all) => {
      const opened = openSheet();
      const { sheet } = opened;
      const states = [shown(opened)];
      for (const action of all) {
        const { lastStep } = sheet.get();
        await act(opened, action);
        if (sheet.get().lastStep !== lastStep) states.push(shown(opened));
      }
      for (const state of states.toReversed().slice(1)) {
        expect(await sheet.undo()).toMatchObject({ error: undefined, keptCount: 0 });
        expect(shown(opened)).toEqual(state);
      }
      expect(await sheet.undo()).toBeNull();
      for (const state of states.slice(1)) {
        expect(await sheet.redo()).toMatchObject({ error: undefined, keptCount: 0 });
        expect(shown(opened)).toEqual(state);
      }
      expect(await sheet.redo()).toBeNull();
      for (const state of states.toReversed().slice(1)) {
        await sheet.undo();
        expect(shown(opened)).toEqual(state);
      }
    }),
  );
});

test("the next action forgets what could be done again", async () => {
  const opened = openSheet();
  const { sheet } = opened;
  await act(opened, { kind: "remove", at: 0 });
  await sheet.undo();
  await act(opened, { kind: "enable", at: 0, enabled: false });
  expect(await sheet.redo()).toBeNull();
  expect(opened.entries()).toHaveLength(3);
});

test("a row that was corrected since a paste stays when the paste is undone", async () => {
  const opened = openSheet();
  const { sheet, entries } = opened;
  await sheet.paste(
    [],
    [
      { surface: WRONG, reading: "よみ" },
      { surface: "胸水", reading: "よみ" },
    ],
  );
  const [row] = sheet.get().rows.values();
  if (!row) throw new Error("nothing is refused");
  sheet.enter(row, { surface: "肺炎" });
  await sheet.save([row.key]);
  await sheet.undo();
  expect(entries().map(({ surface }) => surface)).toEqual(["単語1", "単語2", "単語3", "胸水"]);
  await sheet.undo();
  expect(entries()).toHaveLength(3);
  expect(sheet.get().rows.size).toBe(0);
});
