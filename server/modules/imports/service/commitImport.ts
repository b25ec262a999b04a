import type { Transaction } from "kysely";
import type {
  ImportCommit,
  ImportResult,
  ImportSummary,
} from "../../../../domain/imports/schemas.ts";
import { IMPORT_BYTES } from "../../../../domain/organizations/capacity.ts";
import { limitEntries, lockOrganizationRow } from "../../../capacity/organizationCapacity.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep, type Transact, unlessAborted } from "../../../db/transact.ts";
import { refuseToRevert } from "../../../fileImports/importStore.ts";
import { refuseErrorRows } from "../../../fileImports/uploadedSheet.ts";
import { conflict, ruleBroken } from "../../../problem.ts";
import { publishEntries } from "../../entries/service/publishEntries.ts";
import { lockVersion } from "../../entries/service/writeEntries.ts";
import type { DictionaryWrite } from "../../locks/service/writeGuard.ts";
import { newChange } from "../../vocabulary/queries/vocabulary.ts";
import {
  deleteImports,
  forgetChanges,
  forgetOtherRows,
  importBytes,
  lockPreparedRows,
  measureImport,
} from "../queries/importCapacity.ts";
import { applyMode, findChangedSince, undoChanges } from "../queries/importChanges.ts";
import { countVerdicts } from "../queries/importRows.ts";
import {
  byHashJoins,
  deleteImport,
  type ImportKey,
  lockImportRow,
  markCommitted,
  markReverted,
} from "../queries/imports.ts";
import { foundImport, presentSummary } from "./readImports.ts";

interface StoredImport {
  key: ImportKey & { userId: string };
  /** By default throws 422 IMPORT_ROOM_FULL. */
  onFull?(): Promise<void>;
}

/**
 * Takes an import, or an act on entries, that stores something. At the end of the transaction prepared
 * imports and other acts are deleted until there is enough room, first those of the user, the oldest
 * first.
 */
export const limitImports = endStep<StoredImport>("importLimit", async (trx, stored) => {
  for (const { key, onFull = refuse } of stored) {
    if (!(await freeCapacity(trx, key))) await onFull();
  }
});

async function refuse(): Promise<never> {
  throw ruleBroken("IMPORT_ROOM_FULL");
}

async function freeCapacity(trx: Transaction<Tables>, key: StoredImport["key"]): Promise<boolean> {
  const { organizationId, userId } = key;
  await lockOrganizationRow(trx, organizationId);
  let stored = await importBytes(trx, organizationId);
  if (stored <= IMPORT_BYTES) return true;
  const deleted: number[] = [];
  for (const { import_id, kept_bytes } of await lockPreparedRows(trx, key, userId)) {
    if (stored <= IMPORT_BYTES) break;
    stored -= kept_bytes;
    deleted.push(import_id);
  }
  if (stored > IMPORT_BYTES) return false;
  await deleteImports(trx, organizationId, deleted);
  return true;
}

export interface ImportWrite extends DictionaryWrite {
  importId: number;
}

/**
 * Writes an import into its dictionary in one transaction that publishes one change. The rows are
 * compared again, so that it fits what the dictionary holds by then. `signal` is that of the request;
 * nothing is written once it has ended. Rows that change no entry are deleted. Throws 404, 423, 428
 * (see lockForWriting), 412 of the dictionary, 409 ALREADY_COMMITTED, 422 IMPORT_HAS_ERRORS,
 * TOO_MANY_ENTRIES, ENTRY_ROOM_FULL, IMPORT_ROOM_FULL.
 */
export function commitImport(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  write: ImportWrite,
  { mode, skipErrors = false }: ImportCommit,
  signal: AbortSignal,
): Promise<ImportResult> {
  return transact(async (trx) => {
    await lockVersion(trx, write);
    const { file_name: fileName } = await openImport(trx, write);
    const { counts } = await countVerdicts(trx, write);
    refuseErrorRows(counts.error, skipErrors);
    const at = now();
    const changeId = await newChange(trx, write.organizationId);
    const written = await byHashJoins(trx, async () => {
      const changes = await applyMode(trx, write, mode, { changeId, at });
      await forgetOtherRows(trx, write);
      return changes;
    });
    const unchanged = mode === "add" ? counts.update : 0;
    const result = {
      ...written,
      unchanged: counts.unchanged,
      skipped: counts.error + counts.duplicate + unchanged,
    };
    await markCommitted(trx, write, { mode, result, at });
    if (written.added + written.updated + written.deleted > 0) {
      await publishEntries(trx, write, { counts: result, fileName }, at);
    }
    const { before, after } = await measureImport(trx, write);
    if (written.added > written.deleted) limitEntries(trx, write.organizationId);
    if (after > before) limitImports(trx, { key: write });
    unlessAborted(trx, signal);
    return result;
  });
}

/** Holds an import that is not committed. Throws 404, 409 ALREADY_COMMITTED. */
export async function openImport(trx: Transaction<Tables>, key: ImportKey) {
  await lockImportRow(trx, key);
  const row = await foundImport(trx, key);
  if (row.committed_at) throw conflict("ALREADY_COMMITTED");
  return row;
}

/**
 * Makes the entries what they were before an import, with their ids. Throws 404, 423, 428 (see
 * lockForWriting), 412 of the dictionary, 422 NOT_COMMITTED, TOO_LATE after 7 days, TOO_MANY_ENTRIES,
 * ENTRY_ROOM_FULL, 409 ALREADY_REVERTED, ENTRIES_CHANGED with up to 100 `entries` that changed since.
 */
export function revertImport(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  write: ImportWrite,
): Promise<ImportSummary> {
  return transact(async (trx) => {
    const at = now();
    await lockVersion(trx, write);
    await lockImportRow(trx, write);
    const row = await foundImport(trx, write);
    refuseToRevert(row, at);
    const changeId = await newChange(trx, write.organizationId);
    const counts = await byHashJoins(trx, async () => {
      const entries = await findChangedSince(trx, write);
      if (entries.length > 0) throw conflict("ENTRIES_CHANGED", { extra: { entries } });
      return undoChanges(trx, write, { changeId, at });
    });
    await markReverted(trx, write, at);
    await publishEntries(trx, write, { counts, fileName: row.file_name }, at);
    await forgetChanges(trx, write);
    await measureImport(trx, write);
    if (counts.restored > counts.removed) limitEntries(trx, write.organizationId);
    return presentSummary({ ...row, reverted_at: at }, at);
  });
}

/** Cancels an import before its commit. Throws 404, 409 ALREADY_COMMITTED. */
export function cancelImport(
  { db, now }: Pick<Deps, "db" | "now">,
  key: ImportKey,
): Promise<ImportSummary> {
  return db.transaction().execute(async (trx) => {
    const row = await openImport(trx, key);
    await deleteImport(trx, key);
    return presentSummary(row, now());
  });
}
