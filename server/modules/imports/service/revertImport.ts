import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { limitEntries } from "../../../capacity/organizationCapacity.ts";
import type { Deps } from "../../../context.ts";
import type { Transact } from "../../../db/transact.ts";
import { refuseToRevert } from "../../../fileImports/importStore.ts";
import { conflict } from "../../../problem.ts";
import { publishEntries } from "../../entries/service/publishEntries.ts";
import { lockVersion } from "../../entries/service/writeEntries.ts";
import { newChange } from "../../vocabulary/queries/revision.ts";
import { forgetChanges, measureImport } from "../queries/importCapacity.ts";
import { findChangedSince, undoChanges } from "../queries/importChanges.ts";
import { deleteImport, type ImportKey, lockImportRow, markReverted } from "../queries/imports.ts";
import { byHashJoins } from "../queries/joins.ts";
import { type ImportWrite, openImport } from "./commitImport.ts";
import { foundImport, presentSummary } from "./readImports.ts";

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
