import type { Entry, EntryBatch, EntryBatchResult } from "../../../../domain/entries.ts";
import { MOST_OPERATIONS } from "../../../../domain/entryRules.ts";
import { before, FIELDS, type Field, valuesOf, writtenValues } from "./entryCells.ts";
import type { PendingRow } from "./pendingRows.ts";

type Update = NonNullable<EntryBatch["update"]>[number];
type Create = NonNullable<EntryBatch["create"]>[number];

/** Writes of one action of a person, of any number. */
export interface Writes {
  create: Create[];
  update: Update[];
  delete: NonNullable<EntryBatch["delete"]>;
}

/** Puts an action back; `reborn` are the ids that the entries to create had. */
export interface UndoStep extends Writes {
  reborn: number[];
}

export const noWrites = (): Writes => ({ create: [], update: [], delete: [] });
export const noStep = (): UndoStep => ({ ...noWrites(), reborn: [] });

/** Batches of 200 operations, deletes first as the server does. */
export function inBatches({ create, update, delete: remove }: Writes): Writes[] {
  const batches: Writes[] = [];
  const room = () => {
    const last = batches.at(-1);
    if (last && last.create.length + last.update.length + last.delete.length < MOST_OPERATIONS) {
      return last;
    }
    const next = noWrites();
    batches.push(next);
    return next;
  };
  for (const each of remove) room().delete.push(each);
  for (const each of update) room().update.push(each);
  for (const each of create) room().create.push(each);
  return batches;
}

/** The writes of rows whose cells all have a value. */
export function writesOf(rows: readonly PendingRow[]): Writes {
  const writes = noWrites();
  for (const { entry, texts } of rows) {
    const { values } = valuesOf(texts);
    if (entry) writes.update.push({ entryId: entry.entryId, version: entry.version, ...values });
    else writes.create.push({ surface: "", reading: "", ...values });
  }
  return writes;
}

/** The rows in the order of the result, each with the entry that it became. */
export function savedRows(rows: readonly PendingRow[], { created, updated }: EntryBatchResult) {
  let [creates, updates] = [0, 0];
  return rows.map((row) => {
    const entry = row.entry ? updated[updates++] : created[creates++];
    if (!entry) throw new Error("the result of the batch lacks an entry");
    return { row, entry };
  });
}

export function undoRows(step: UndoStep, saved: readonly { row: PendingRow; entry: Entry }[]) {
  for (const { row, entry } of saved) {
    if (!row.entry) step.delete.push({ entryId: entry.entryId });
    else step.update.push({ entryId: entry.entryId, ...before(row.entry, row.texts) });
  }
}

export function undoDeleted(step: UndoStep, deleted: readonly Entry[]) {
  for (const entry of deleted) {
    step.create.push(writtenValues(entry));
    step.reborn.push(entry.entryId);
  }
}

/** The errors of a refused batch by its rows: `create.3.reading` is of the fourth new row. */
export function errorsByRow(rows: readonly PendingRow[], errors: Record<string, unknown>) {
  const creates = rows.filter(({ entry }) => entry === null);
  const updates = rows.filter(({ entry }) => entry !== null);
  const found = new Map<string, Partial<Record<Field, string>>>();
  for (const [path, sentence] of Object.entries(errors)) {
    const [operation, index, name] = path.split(".");
    const row = (operation === "create" ? creates : updates)[Number(index)];
    if (!row) continue;
    const field = FIELDS.find((each) => each === name) ?? "surface";
    found.set(row.key, { ...found.get(row.key), [field]: String(sentence) });
  }
  return found;
}
