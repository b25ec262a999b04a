import type { EntryAction } from "../../../../domain/entries/bulk.ts";
import type { Entry, EntryBatch, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import type { Problem, StaleRecord } from "../../../../domain/problems/problem.ts";
import { answerOf } from "../../../writes/problem.ts";
import {
  FIELDS,
  type Field,
  type Values,
  valuesIn,
  valuesOf,
  writtenValues,
} from "./entryCells.ts";
import { isNew, isStored, type UnsavedRow } from "./unsavedRows.ts";

type Update = NonNullable<EntryBatch["update"]>[number];
type Create = NonNullable<EntryBatch["create"]>[number];

/** What is done with many entries in one action; `Change` is what is done with one that stays. */
export interface Operations<Change> {
  create: Create[];
  update: Change[];
  delete: NonNullable<EntryBatch["delete"]>;
}

export type Writes = Operations<Update>;

/** What cells of an entry become, and what they were. */
export interface CellChange {
  entryId: number;
  cells: Partial<Values>;
  replaced: Partial<Values>;
}

/** What an unsaved row becomes, and what it was; undefined where there is none. */
export interface RowChange {
  key: string;
  row: UnsavedRow | undefined;
  replaced: UnsavedRow | undefined;
}

/** What the server did to many entries at once. */
export interface Act {
  action: EntryAction;
  entryIds: readonly number[];
  /** By which it is undone; null once it is. */
  actId: number | null;
  /** The versions of its entries that this page has changed since and put back. */
  own: Map<number, number>;
}

/** Puts an action back, or does it again; `formerIds` are the ids that the entries to create had. */
export interface Step extends Operations<CellChange> {
  formerIds: number[];
  rows: RowChange[];
  act?: Act;
}

const noWrites = (): Writes => ({ create: [], update: [], delete: [] });
export const noStep = (): Step => ({ create: [], update: [], delete: [], formerIds: [], rows: [] });

export const countOf = ({ create, update, delete: remove }: Operations<unknown>) =>
  create.length + update.length + remove.length;

/** The body of a batch, which names only operations that it has. */
export function batchOf({ create, update, delete: remove }: Writes): EntryBatch {
  return {
    ...(create.length > 0 ? { create } : {}),
    ...(update.length > 0 ? { update } : {}),
    ...(remove.length > 0 ? { delete: remove } : {}),
  };
}

/** Takes the entries that a 404 names out of the writes that it is about. */
export function dropMissing(writes: Operations<{ entryId: number }>, error: unknown): number {
  const answer = answerOf(error);
  if (answer?.code !== "NOT_FOUND") return 0;
  const paths = new Set(Object.keys(answer.errors ?? {}));
  const before = countOf(writes);
  for (const operation of ["update", "delete"] as const) {
    const all: { entryId: number }[] = writes[operation];
    const present = all.filter((_, index) => !paths.has(`${operation}.${index}.entryId`));
    all.splice(0, all.length, ...present);
  }
  return before - countOf(writes);
}

/** The entry as another user saved it, if a write started from an older version of it. */
export function staleEntryOf(answer: Problem | undefined): Entry | undefined {
  if (answer?.code !== "STALE_VERSION") return undefined;
  return isEntry(answer.current) ? answer.current : undefined;
}

/** The other record of which a batch names a version is the dictionary. */
function isEntry(record: StaleRecord): record is StaleRecord & Entry {
  return "entryId" in record;
}

/** The writes of rows whose cells all have a value. */
export function writesOf(rows: readonly UnsavedRow[]): Writes {
  const writes = noWrites();
  for (const row of rows) {
    const { values } = valuesOf(row.texts);
    if (isStored(row)) {
      const { entryId, version } = row.entry;
      writes.update.push({ entryId, version, ...values });
    } else writes.create.push({ surface: "", reading: "", ...values });
  }
  return writes;
}

/** The rows in the order of the result, each with the entry that it became. */
export function savedRows(rows: readonly UnsavedRow[], { created, updated }: EntryBatchResult) {
  let [creates, updates] = [0, 0];
  return rows.map((row) => {
    const entry = isStored(row) ? updated[updates++] : created[creates++];
    if (!entry) throw new Error("the result of the batch lacks an entry");
    return { row, entry };
  });
}

/** Adds to a step what puts saved rows back. */
export function undoRows(step: Step, saved: readonly { row: UnsavedRow; entry: Entry }[]) {
  for (const { row, entry } of saved) {
    if (isStored(row)) {
      const cells = valuesIn(row.entry, row.texts);
      step.update.push({ entryId: entry.entryId, cells, replaced: valuesIn(entry, row.texts) });
    } else step.delete.push({ entryId: entry.entryId });
  }
}

/** Adds to a step what puts entries back that were deleted. */
function undoDeleted(step: Step, deleted: readonly Entry[]) {
  for (const entry of deleted) {
    step.create.push(writtenValues(entry));
    step.formerIds.push(entry.entryId);
  }
}

/** Adds to a step what puts a batch of another step back; the batch names the entries as they are. */
export function undoBatch(
  step: Step,
  { update }: Operations<CellChange>,
  { created, deleted }: EntryBatchResult,
) {
  for (const { entryId, cells, replaced } of update) {
    step.update.push({ entryId, cells: replaced, replaced: cells });
  }
  for (const { entryId } of created) step.delete.push({ entryId });
  undoDeleted(step, deleted);
}

/** The errors of a refused batch by its rows: `create.3.reading` is of the fourth new row. */
export function errorsByRow(rows: readonly UnsavedRow[], errors: Record<string, unknown>) {
  const creates = rows.filter(isNew);
  const updates = rows.filter(isStored);
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
