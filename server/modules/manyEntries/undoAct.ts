import type { EntryUndo, EntryUndoResult } from "../../../domain/entries/bulk.ts";
import { MOST_NAMED } from "../../../domain/imports/rules.ts";
import { limitEntries } from "../../capacity/organizationCapacity.ts";
import type { Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { notFound } from "../../problem.ts";
import { presentMany } from "../entries/present.ts";
import { publishEntries } from "../entries/service/publishEntries.ts";
import { lockVersion } from "../entries/service/writeEntries.ts";
import { deleteImports } from "../imports/queries/importCapacity.ts";
import { undoChanges } from "../imports/queries/importChanges.ts";
import { byHashJoins } from "../imports/queries/joins.ts";
import type { ImportWrite } from "../imports/service/commitImport.ts";
import { newChange } from "../vocabulary/queries/revision.ts";
import { acceptVersions, dropChanged, findOfAct, hasAct } from "./queries.ts";

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
