import type { EntryBulkResult } from "../../../domain/entries/bulk.ts";
import { joinedNote } from "../../../domain/health/joinedNote.ts";
import type { HealthDistinct, HealthMerge } from "../../../domain/health/schemas.ts";
import { healthSentences } from "../../../domain/health/sentences.ts";
import type { Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { publishUnlogged } from "../../events/publishChange.ts";
import { notFound, ruleBroken } from "../../problem.ts";
import { presentMany } from "../entries/present.ts";
import { lockVersion } from "../entries/service/writeEntries.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import type { DictionaryWrite } from "../locks/service/writeGuard.ts";
import { doAct } from "../manyEntries/changeEntries.ts";
import { findStored, hasDictionary, writeMerge } from "../manyEntries/queries.ts";
import { findByIds, insertDistinction } from "./queries.ts";

/**
 * Remembers that words are different ones, or that one is right in a regard; no lock is needed, as no word
 * changes. Throws 404 without the dictionary or one of the words.
 */
export function distinguish(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  key: DictionaryKey,
  {
    kind = null,
    entryIds,
  }: Omit<HealthDistinct, "kind"> & { kind?: HealthDistinct["kind"] | null },
): Promise<void> {
  return transact(async (trx) => {
    const { organizationId, dictionaryId: id } = key;
    const found = await findByIds(trx, organizationId, entryIds);
    if (found.length < entryIds.length || !(await hasDictionary(trx, key))) throw notFound();
    await insertDistinction(trx, key, { kind: kind ?? null, entryIds, at: now() });
    await publishUnlogged(trx, { organizationId, resource: "dictionaries", id }, "updated");
  });
}

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
