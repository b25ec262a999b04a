import type { Transaction } from "kysely";
import { entryKind } from "../../../../domain/api/entries.ts";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT, entrySentences, writtenAs } from "../../../../domain/entries/rules.ts";
import type {
  EntryBatchResult,
  EntryCreate,
  EntryUpdate,
} from "../../../../domain/entries/schemas.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import { limitEntries } from "../../../capacity/organizationCapacity.ts";
import type { Tables } from "../../../db/tables.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { conflict, type FieldErrors, notFound, validationFailed } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { newChange } from "../../vocabulary/queries/vocabulary.ts";
import {
  deleteEntries,
  type EntryRow,
  type EntryValues,
  findEntries,
  findWritten,
  insertEntries,
  updateEntries,
} from "../queries/entries.ts";
import { publishEntries } from "./publishEntries.ts";
import { presentEntry } from "./readEntries.ts";

interface Target {
  entryId: number;
  /** The version that the caller has seen; undefined for any. */
  expected: IfMatch | undefined;
}

export interface EntryWrites {
  create: readonly EntryCreate[];
  update: readonly (Target & { changes: EntryUpdate })[];
  delete: readonly Target[];
}

type Operation = keyof EntryWrites;
type PathOf = (operation: Operation, index: number, field: string) => string;

/**
 * Writes entries of a dictionary whose row the transaction holds (lockForWriting): deletes first,
 * then changes, then new ones. Publishes one change, or none if nothing differs.
 * Throws 404 for a missing entry, 412 with the current one, 409 DUPLICATE, 422.
 */
export async function applyWrites(
  trx: WriteTransaction,
  key: DictionaryKey,
  writes: EntryWrites,
  { at, pathOf }: { at: Date; pathOf: PathOf },
): Promise<EntryBatchResult> {
  const rows = await targetRows(trx, key, writes, pathOf);
  const created = writes.create.map(newValues);
  const updated = writes.update.map(({ entryId, changes }) =>
    changedRow(rowOf(rows, entryId), changes),
  );
  const changed = updated.filter((row) => differs(row, rowOf(rows, row.entry_id)));
  const deletedIds = writes.delete.map(({ entryId }) => entryId);
  const deleted = deletedIds.map((id) => presentEntry(rowOf(rows, id)));
  await refuseDuplicates(trx, key, { created, updated, deletedIds }, pathOf);

  const changeId = await newChange(trx, key.organizationId);
  await deleteEntries(trx, key, { entryIds: deletedIds, changeId });
  await updateEntries(trx, key, { entries: changed, changeId, at });
  const createdIds = await insertEntries(trx, key, { entries: created, changeId, at });
  const updatedIds = writes.update.map(({ entryId }) => entryId);
  const written = await findEntries(trx, key, [...createdIds, ...updatedIds]);
  const present = (id: number) => presentEntry(rowOf(written, id));
  const entries = [
    ...deleted.map((before) => ({ before, after: null })),
    ...changed.map(({ entry_id: id }) => ({
      before: presentEntry(rowOf(rows, id)),
      after: present(id),
    })),
    ...createdIds.map((id) => ({ before: null, after: present(id) })),
  ];
  if (entries.length > 0) await publishEntries(trx, key, { entries }, at);
  if (createdIds.length > deletedIds.length) limitEntries(trx, key.organizationId);
  return { created: createdIds.map(present), updated: updatedIds.map(present), deleted };
}

/** The entries to change or delete, each named once and in the version that the caller has seen. */
async function targetRows(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  writes: EntryWrites,
  pathOf: PathOf,
): Promise<Map<number, EntryRow>> {
  const targets = (["update", "delete"] as const).flatMap((operation) =>
    writes[operation].map(({ entryId, expected }, index) => ({
      entryId,
      expected,
      path: pathOf(operation, index, "entryId"),
    })),
  );
  const ids = new Set<number>();
  const twice: FieldErrors = {};
  for (const { entryId, path } of targets) {
    if (ids.has(entryId)) twice[path] = entrySentences.twice;
    ids.add(entryId);
  }
  if (Object.keys(twice).length > 0) throw validationFailed(twice);

  const rows = await findEntries(trx, key, [...ids]);
  const missing = targets.filter(({ entryId }) => !rows.has(entryId));
  if (missing.length > 0) {
    throw notFound({
      errors: Object.fromEntries(missing.map(({ path }) => [path, entrySentences.deleted])),
    });
  }
  for (const { entryId, expected } of targets) {
    const target = { kind: entryKind.name, id: entryId };
    await refuseStale(trx, expected, presentEntry(rowOf(rows, entryId)), target);
  }
  return rows;
}

async function refuseDuplicates(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  {
    created,
    updated,
    deletedIds,
  }: { created: EntryValues[]; updated: EntryRow[]; deletedIds: number[] },
  pathOf: PathOf,
): Promise<void> {
  const candidates = [
    ...updated.map((row, index) => ({ ...row, path: pathOf("update", index, "surface") })),
    ...created.map((row, index) => ({ ...row, path: pathOf("create", index, "surface") })),
  ];
  if (candidates.length === 0) return;
  const deleted = new Set([...deletedIds, ...updated.map(({ entry_id }) => entry_id)]);
  const present = await findWritten(trx, key, candidates);
  const taken = new Set(present.filter(({ entry_id }) => !deleted.has(entry_id)).map(writtenAs));
  const errors: FieldErrors = {};
  for (const candidate of candidates) {
    const written = writtenAs(candidate);
    if (taken.has(written)) errors[candidate.path] = entrySentences.duplicate;
    taken.add(written);
  }
  if (Object.keys(errors).length === 0) return;
  throw conflict("DUPLICATE", { message: entrySentences.duplicate, errors });
}

function newValues(entry: EntryCreate): EntryValues {
  return {
    surface: entry.surface,
    reading: entry.reading,
    part_of_speech: entry.partOfSpeech ?? DEFAULT_PART_OF_SPEECH,
    weight: entry.weight ?? DEFAULT_WEIGHT,
    note: entry.note ?? "",
    enabled: entry.enabled ?? true,
  };
}

function changedRow(row: EntryRow, changes: EntryUpdate): EntryRow {
  return {
    ...row,
    surface: changes.surface ?? row.surface,
    reading: changes.reading ?? row.reading,
    part_of_speech: changes.partOfSpeech ?? row.part_of_speech,
    weight: changes.weight ?? row.weight,
    note: changes.note === undefined ? row.note : (changes.note ?? ""),
    enabled: changes.enabled ?? row.enabled,
  };
}

const VALUES = ["surface", "reading", "part_of_speech", "weight", "note", "enabled"] as const;

function differs(one: EntryValues, other: EntryValues): boolean {
  return VALUES.some((column) => one[column] !== other[column]);
}

function rowOf(rows: ReadonlyMap<number, EntryRow>, entryId: number): EntryRow {
  const row = rows.get(entryId);
  if (!row) throw new Error(`entry ${entryId} is missing although its dictionary is locked`);
  return row;
}
