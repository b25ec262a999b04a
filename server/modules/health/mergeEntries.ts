import type { EntryBulkResult } from "../../../domain/entries/bulk.ts";
import { joinedNote } from "../../../domain/health/joinedNote.ts";
import type { HealthMerge } from "../../../domain/health/schemas.ts";
import { healthSentences } from "../../../domain/health/sentences.ts";
import type { Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { ruleBroken } from "../../problem.ts";
import { presentMany } from "../entries/present.ts";
import { lockVersion } from "../entries/service/writeEntries.ts";
import type { DictionaryWrite } from "../locks/service/writeGuard.ts";
import { doAct } from "../manyEntries/changeEntries.ts";
import { findStored, writeMerge } from "../manyEntries/queries.ts";
import { findByIds } from "./queries.ts";

/**
 * Disables entries of a dictionary as merged into another one, as one act that can be undone. Those that are
 * disabled already or were deleted are counted. Throws 404, 423, 428 (see lockForWriting), 412 of the
 * dictionary, 422 ROWS_REFUSED if the entry to keep is gone or disabled.
 */
export function mergeEntries(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  write: DictionaryWrite,
  { keep, disable }: HealthMerge,
): Promise<EntryBulkResult> {
  return transact(async (trx) => {
    await lockVersion(trx, write);
    const [kept] = await findByIds(trx, write.organizationId, [keep]);
    if (!kept?.enabled) throw ruleBroken("ROWS_REFUSED", { message: healthSentences.keptDisabled });
    const found = await findStored(trx, write, disable);
    const merged = (await presentMany(found))
      .filter(({ enabled }) => enabled)
      .toSorted((one, other) => disable.indexOf(one.entryId) - disable.indexOf(other.entryId));
    const result: EntryBulkResult = {
      actId: null,
      entries: [],
      unchanged: found.length - merged.length,
      missing: disable.length - found.length,
    };
    if (merged.length === 0) return result;
    const isHere = kept.dictionary_id === write.dictionaryId;
    const notes = merged.map(({ note }) => note);
    const note = isHere ? joinedNote(kept.note, notes) : kept.note;
    const changes = [
      ...merged.map((before) => ({
        before,
        after: { ...before, enabled: false, mergedInto: keep, version: before.version + 1 },
      })),
      ...(note === kept.note ? [] : await presentMany([kept])).map((before) => ({
        before,
        after: { ...before, note, version: before.version + 1 },
      })),
    ];
    result.entries = changes.map(({ after: { entryId, version } }) => ({ entryId, version }));
    const at = now();
    const entryIds = merged.map(({ entryId }) => entryId);
    const act = {
      action: "MERGE",
      changes,
      counts: { merged: merged.length },
      at,
      writes: (key: Parameters<typeof writeMerge>[1], changeId: number) =>
        writeMerge(trx, key, { keep, note: isHere ? note : undefined, entryIds, changeId, at }),
    } as const;
    await doAct(trx, write, act, result);
    return result;
  });
}
