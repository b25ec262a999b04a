import type { Kysely } from "kysely";
import type { Sort } from "../../../domain/api/parameters.ts";
import { staleRowSentence } from "../../../domain/bulkSentences.ts";
import {
  type EntryAction,
  type EntryBulk,
  type EntryBulkResult,
  type EntryRange,
  type EntryUndo,
  type EntryUndoResult,
  type EntryValues,
  manyEntrySentences,
} from "../../../domain/entries/bulk.ts";
import { MOST_ENTRIES } from "../../../domain/entries/rules.ts";
import { MOST_NAMED } from "../../../domain/imports/rules.ts";
import { limitEntries } from "../../capacity/organizationCapacity.ts";
import type { Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../db/transact.ts";
import { notFound, ruleBroken } from "../../problem.ts";
import type { StoredEntry } from "../entries/queries/entries.ts";
import type { EntryFilters, EntrySort } from "../entries/queries/entryList.ts";
import { type EntryChange, publishEntries } from "../entries/service/publishEntries.ts";
import { presentMany } from "../entries/service/readEntries.ts";
import { lockVersion } from "../entries/service/writeEntries.ts";
import { deleteImports, measureImport } from "../imports/queries/importCapacity.ts";
import { undoChanges } from "../imports/queries/importChanges.ts";
import { byHashJoins, type ImportKey } from "../imports/queries/imports.ts";
import { type ImportWrite, limitImports } from "../imports/service/commitImport.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import type { DictionaryWrite } from "../locks/service/writeGuard.ts";
import { newChange } from "../vocabulary/queries/vocabulary.ts";
import {
  acceptVersions,
  dropChanged,
  findMatching,
  findOfAct,
  findStored,
  hasAct,
  hasDictionary,
  insertAct,
  writeAct,
} from "./queries.ts";

const countedAs: Record<EntryAction, string> = {
  ENABLE: "enabled",
  DISABLE: "disabled",
  DELETE: "deleted",
};

/**
 * Enables, disables or deletes entries in one transaction that publishes one change. What was deleted
 * before, or is so already, is counted. Throws 404, 423, 428 (see lockForWriting), 412 of the
 * dictionary, 422 ROWS_REFUSED for another number under the conditions, or with a sentence for each
 * entry whose version is stale.
 */
export function changeEntries(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  write: DictionaryWrite,
  { action, entries: refs, where, count }: EntryBulk,
): Promise<EntryBulkResult> {
  return transact(async (trx) => {
    await lockVersion(trx, write);
    const found = refs
      ? await findStored(
          trx,
          write,
          refs.map(({ entryId }) => entryId),
        )
      : await findMatching(trx, write, { filters: where ?? {} });
    if (refs) refuseStale(refs, found);
    else if (count !== undefined && count !== found.length) {
      throw ruleBroken("ROWS_REFUSED", { message: manyEntrySentences.counted(found.length) });
    }
    const changes = (await presentMany(found)).flatMap((before) => changeOf(before, action));
    const entries = changes.map(({ before: { entryId, version }, after }) => ({
      entryId,
      version: after?.version ?? version,
    }));
    const missing = (refs?.length ?? found.length) - found.length;
    const result: EntryBulkResult = {
      actId: null,
      entries,
      unchanged: found.length - changes.length,
      missing,
    };
    if (changes.length > 0) await apply(trx, write, { action, changes, at: now() }, result);
    return result;
  });
}

type Changed = EntryChange & { before: NonNullable<EntryChange["before"]> };

function changeOf(before: EntryValues, action: EntryAction): Changed[] {
  if (action === "DELETE") return [{ before, after: null }];
  const enabled = action === "ENABLE";
  if (before.enabled === enabled) return [];
  return [{ before, after: { ...before, enabled, mergedInto: null, version: before.version + 1 } }];
}

function apply(
  trx: WriteTransaction,
  write: DictionaryWrite,
  { action, changes, at }: { action: EntryAction; changes: readonly Changed[]; at: Date },
  result: EntryBulkResult,
): Promise<void> {
  const entryIds = changes.map(({ before: { entryId } }) => entryId);
  const counts = { [countedAs[action]]: changes.length };
  const writes = (key: ImportKey, changeId: number) =>
    writeAct(trx, key, { action, entryIds, changeId, at });
  return doAct(trx, write, { action, changes, counts, at, writes }, result);
}

interface Act {
  action: EntryAction | "MERGE";
  changes: readonly EntryChange[];
  counts: Readonly<Record<string, number>>;
  at: Date;
  /** Writes the entries, and what they were. */
  writes: (key: ImportKey, changeId: number) => Promise<void>;
}

/**
 * Does and publishes one act on entries of a dictionary that the transaction has locked. `result` gets the id
 * of what undoes it, unless there is no room for it.
 */
export async function doAct(
  trx: WriteTransaction,
  write: DictionaryWrite,
  { action, changes, counts, at, writes }: Act,
  result: Pick<EntryBulkResult, "actId">,
): Promise<void> {
  const { organizationId } = write;
  const changeId = await newChange(trx, organizationId);
  const key = { ...write, importId: await insertAct(trx, write, { action, at }) };
  await byHashJoins(trx, () => writes(key, changeId));
  await publishEntries(trx, write, { entries: changes, counts }, at);
  await measureImport(trx, key);
  result.actId = key.importId;
  limitImports(trx, {
    key,
    onFull: async () => {
      await deleteImports(trx, organizationId, [key.importId]);
      result.actId = null;
    },
  });
}

function refuseStale(
  refs: readonly { entryId: number; version?: number | undefined }[],
  found: readonly StoredEntry[],
): void {
  const rows = new Map(found.map((row) => [row.entry_id, row]));
  const errors: Record<string, string> = {};
  const names: string[] = [];
  for (const [n, { entryId, version }] of refs.entries()) {
    const row = rows.get(entryId);
    if (!row || version === undefined || version === row.version) continue;
    errors[`entries.${n}`] = staleRowSentence;
    names.push(row.surface);
  }
  if (names.length === 0) return;
  throw ruleBroken("ROWS_REFUSED", { message: manyEntrySentences.refused(names), errors });
}

/** The entries from one place of a list to another; throws 404 without the dictionary. */
export async function readRange(
  { db }: { db: Kysely<Tables> },
  key: DictionaryKey,
  {
    from,
    to,
    sort,
    ...filters
  }: EntryFilters & { from: number; to: number; sort: Sort<EntrySort> },
): Promise<EntryRange> {
  if (!(await hasDictionary(db, key))) throw notFound();
  const limit = Math.min(Math.max(to - from + 1, 0), MOST_ENTRIES);
  const rows = await findMatching(db, key, { filters, sort, from, limit });
  return { content: await presentMany(rows) };
}

/**
 * Makes the entries what they were before an act on them; those that have changed since stay, and are
 * named. Throws 404, also for an act that was undone or is too old, 423, 428 (see lockForWriting), 412
 * of the dictionary, 422 TOO_MANY_ENTRIES, ENTRY_ROOM_FULL.
 */
export function undoAct(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  write: ImportWrite,
  { entries: own = [] }: EntryUndo,
): Promise<EntryUndoResult> {
  const { organizationId, importId } = write;
  return transact(async (trx) => {
    const at = now();
    await lockVersion(trx, write);
    if (!(await hasAct(trx, write))) throw notFound();
    const changeId = await newChange(trx, organizationId);
    await acceptVersions(trx, write, own);
    const { kept, was, counts, rows } = await byHashJoins(trx, async () => ({
      kept: await dropChanged(trx, write),
      was: await findOfAct(trx, write),
      counts: await undoChanges(trx, write, { changeId, at }),
      rows: await findOfAct(trx, write),
    }));
    const before = new Map((await presentMany(was)).map((entry) => [entry.entryId, entry]));
    const entries = (await presentMany(rows)).map((after) => ({
      before: before.get(after.entryId) ?? null,
      after,
    }));
    if (entries.length > 0) {
      const { updated, restored } = counts;
      await publishEntries(trx, write, { entries, counts: { updated, restored } }, at);
    }
    await deleteImports(trx, organizationId, [importId]);
    if (counts.restored > 0) limitEntries(trx, organizationId);
    return {
      entries: entries.map(({ after: { entryId, version } }) => ({ entryId, version })),
      keptCount: kept.length,
      kept: kept.slice(0, MOST_NAMED),
    };
  });
}
