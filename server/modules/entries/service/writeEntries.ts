import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { entrySentences, MOST_OPERATIONS } from "../../../../domain/entries/rules.ts";
import type {
  Entry,
  EntryBatch,
  EntryBatchResult,
  EntryCreate,
  EntryUpdate,
} from "../../../../domain/entries/schemas.ts";
import { refuseStale } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, transactOn, type WriteTransaction } from "../../../db/transact.ts";
import type { IfMatch } from "../../../plugins/preconditions.ts";
import { limitExceeded, notFound } from "../../../problem.ts";
import { findDictionary } from "../../dictionaries/queries/dictionaries.ts";
import { presentDictionary } from "../../dictionaries/service/readDictionaries.ts";
import { type DictionaryWrite, lockForWriting } from "../../locks/service/writeGuard.ts";
import { applyWrites, type EntryWrites } from "./applyWrites.ts";

type PostDeps = Pick<Deps, "now"> & { transact: Transact };
type WriteDeps = Pick<Deps, "db" | "now">;

/** Throws 404, 423, 428 (see lockForWriting), 412 of the dictionary, 409 DUPLICATE, 422. */
export function createEntry(
  { now, transact }: PostDeps,
  write: DictionaryWrite,
  entry: EntryCreate,
): Promise<Entry> {
  return transact(async (trx) => {
    await lockVersion(trx, write);
    const { created } = await applyOne(trx, write, { create: [entry] }, now());
    return only(created);
  });
}

/**
 * Writes up to 200 entries, all or none, and publishes one change. Throws 404 (also for an entry,
 * with `errors`), 423, 428 (see lockForWriting), 412 of the dictionary or with the first entry whose
 * version is stale, 409 DUPLICATE and 422 with `errors` by path, 431.
 */
export function writeBatch(
  { now, transact }: PostDeps,
  write: DictionaryWrite,
  { create = [], update = [], delete: remove = [] }: EntryBatch,
): Promise<EntryBatchResult> {
  if (create.length + update.length + remove.length > MOST_OPERATIONS) {
    throw limitExceeded({ message: entrySentences.tooManyOperations });
  }
  return transact(async (trx) => {
    await lockVersion(trx, write);
    const writes: EntryWrites = {
      create,
      update: update.map(({ entryId, version, ...changes }) => ({
        entryId,
        changes,
        expected: expectedVersion(version),
      })),
      delete: remove.map(({ entryId, version }) => ({
        entryId,
        expected: expectedVersion(version),
      })),
    };
    return applyWrites(trx, write, writes, {
      at: now(),
      pathOf: (operation, index, field) => `${operation}.${index}.${field}`,
    });
  });
}

/** Throws 404, 423, 428 (see lockForWriting), 412 with the current entry, 409 DUPLICATE. */
export function changeEntry(
  { db, now }: WriteDeps,
  write: DictionaryWrite,
  { entryId, changes }: { entryId: number; changes: EntryUpdate },
): Promise<Entry> {
  return transactOn(db)(async (trx) => {
    await lockForWriting(trx, write);
    const update = [{ entryId, changes, expected: write.ifMatch }];
    const { updated } = await applyOne(trx, write, { update }, now());
    return only(updated);
  });
}

/** Returns the entry. Throws 404, 423, 428 (see lockForWriting), 412 with the current one. */
export function removeEntry(
  { db, now }: WriteDeps,
  write: DictionaryWrite,
  entryId: number,
): Promise<Entry> {
  return transactOn(db)(async (trx) => {
    await lockForWriting(trx, write);
    const remove = [{ entryId, expected: write.ifMatch }];
    const { deleted } = await applyOne(trx, write, { delete: remove }, now());
    return only(deleted);
  });
}

/**
 * Starts a write of many entries, whose If-Match is that of the dictionary. Throws 404, 423, 428 (see
 * lockForWriting), 412 with the dictionary.
 */
export async function lockVersion(trx: Transaction<Tables>, write: DictionaryWrite): Promise<void> {
  await lockForWriting(trx, write);
  if (write.ifMatch === undefined) return;
  const row = await findDictionary(trx, write);
  if (!row) throw notFound();
  const target = { kind: dictionaryKind.name, id: write.dictionaryId };
  await refuseStale(trx, write.ifMatch, presentDictionary(row), target);
}

function applyOne(
  trx: WriteTransaction,
  write: DictionaryWrite,
  writes: Partial<EntryWrites>,
  at: Date,
): Promise<EntryBatchResult> {
  const all = { create: [], update: [], delete: [], ...writes };
  return applyWrites(trx, write, all, { at, pathOf: (_operation, _index, field) => field });
}

function expectedVersion(version: number | undefined): IfMatch | undefined {
  return version === undefined ? undefined : [String(version)];
}

function only(entries: readonly Entry[]): Entry {
  const [entry] = entries;
  if (!entry) throw new Error("a written entry is missing");
  return entry;
}
