import type { Transaction } from "kysely";
import type { ImportCommit, ImportResult } from "../../../../domain/imports/schemas.ts";
import { limitEntries } from "../../../capacity/organizationCapacity.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type Transact, unlessAborted } from "../../../db/transact.ts";
import { refuseErrorRows } from "../../../fileImports/uploadedSheet.ts";
import { conflict } from "../../../problem.ts";
import { publishEntries } from "../../entries/service/publishEntries.ts";
import { lockVersion } from "../../entries/service/writeEntries.ts";
import type { DictionaryWrite } from "../../locks/service/writeGuard.ts";
import { newChange } from "../../vocabulary/queries/revision.ts";
import { forgetOtherRows, measureImport } from "../queries/importCapacity.ts";
import { applyMode } from "../queries/importChanges.ts";
import { countVerdicts } from "../queries/importRows.ts";
import { type ImportKey, lockImportRow, markCommitted } from "../queries/imports.ts";
import { byHashJoins } from "../queries/joins.ts";
import { limitImports } from "./importCapacity.ts";
import { foundImport } from "./readImports.ts";

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
