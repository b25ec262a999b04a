import { healthEndpoints } from "../../../domain/api/health.ts";
import type { EntryBulkResult } from "../../../domain/entries/bulk.ts";
import {
  type HealthSet,
  type HealthWord,
  joinedNote,
  MOST_CHECKED,
} from "../../../domain/health/rules.ts";
import {
  type HealthDistinct,
  type HealthMerge,
  type HealthReport,
  healthSentences,
} from "../../../domain/health/schemas.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { publishUnlogged } from "../../events/publishChange.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { notFound, ruleBroken } from "../../problem.ts";
import { presentMany } from "../entries/service/readEntries.ts";
import { lockVersion } from "../entries/service/writeEntries.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import { type DictionaryWrite, writeOf } from "../locks/service/writeGuard.ts";
import { findStored, hasDictionary, writeMerge } from "../manyEntries/queries.ts";
import { doAct } from "../manyEntries/service.ts";
import {
  type Checked,
  type FoundEntry,
  findByIds,
  findDistinctions,
  findUnused,
  findWords,
  insertDistinction,
} from "./queries.ts";

/** Rows that are read at once, between which other requests have their turn. */
const AT_ONCE = 2_000;

/**
 * Checks the enabled words of a dictionary, or of all; the first MOST_CHECKED of them. Throws 404 without the
 * dictionary, 503 OVERLOADED if the analyser is not free in time.
 */
async function readHealth(
  { db, analyser, now }: Pick<Deps, "db" | "analyser" | "now">,
  checked: Checked,
  signal: AbortSignal,
): Promise<HealthReport> {
  const { organizationId, dictionaryId } = checked;
  if (dictionaryId !== undefined && !(await hasDictionary(db, { organizationId, dictionaryId }))) {
    throw notFound();
  }
  const { pages, last, truncated } = await readWords(db, checked);
  const [unused, distinctions] = await Promise.all([
    findUnused(db, checked, now()),
    findDistinctions(db, checked),
  ]);
  const { figure, sets } = await analyser.health(
    { pages, unused: unused.filter((entryId) => entryId <= last), distinctions },
    { organizationId, signal },
  );
  const ids = new Set(sets.flatMap(({ entryIds }) => entryIds));
  const rows = await findByIds(db, organizationId, [...ids]);
  return {
    ...figure,
    truncated,
    sets: await presentSets(sets, rows),
    dictionaries: [...new Map(rows.map((row) => [row.dictionary_id, row])).values()].map((row) => ({
      dictionaryId: row.dictionary_id,
      dictionaryName: row.dictionary_name,
      category: row.category,
    })),
  };
}

/** The words in pages that a thread reads where they are: to copy 60,000 of them takes 60 to 80 ms. */
async function readWords(
  db: Deps["db"],
  checked: Checked,
): Promise<{ pages: SharedArrayBuffer[]; last: number; truncated: boolean }> {
  const pages: SharedArrayBuffer[] = [];
  let last = 0;
  for (let count = 0; count < MOST_CHECKED; count += AT_ONCE) {
    const words: HealthWord[] = await findWords(db, checked, { after: last, limit: AT_ONCE });
    pages.push(sharedJson(words));
    last = words.at(-1)?.entryId ?? last;
    if (words.length < AT_ONCE) return { pages, last, truncated: false };
  }
  const more = await findWords(db, checked, { after: last, limit: 1 });
  return { pages, last, truncated: more.length > 0 };
}

function sharedJson(value: unknown): SharedArrayBuffer {
  const json = Buffer.from(JSON.stringify(value));
  const shared = new SharedArrayBuffer(json.length);
  json.copy(Buffer.from(shared));
  return shared;
}

/** Words that were deleted meanwhile are in no set. */
async function presentSets(
  sets: readonly HealthSet[],
  rows: readonly FoundEntry[],
): Promise<HealthReport["sets"]> {
  const places = new Map(rows.map(({ entry_id: id }, place) => [id, place]));
  const entries = await presentMany(rows);
  return sets.flatMap(({ kind, entryIds }) => {
    const ofSet = entryIds
      .flatMap((entryId) => places.get(entryId) ?? [])
      .toSorted((one, other) => one - other)
      .flatMap((place) => entries[place] ?? []);
    return ofSet.length === entryIds.length || ofSet.length > 1 ? [{ kind, entries: ofSet }] : [];
  });
}

/**
 * Remembers that words are different ones, or that one is right in a regard; no lock is needed, as no word
 * changes. Throws 404 without the dictionary or one of the words.
 */
function distinguish(
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
function mergeEntries(
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

export const healthRoutes: AreaRoutes = (app, deps) =>
  implement(app, healthEndpoints, {
    "GET /dictionaries/{id}/health": ({ member: { organizationId }, params, reply }) =>
      readHealth(deps, { organizationId, dictionaryId: params.id }, disconnectSignal(reply)),
    "GET /health/words": ({ member: { organizationId }, reply }) =>
      readHealth(deps, { organizationId }, disconnectSignal(reply)),
    "POST /dictionaries/{id}/health/merge": (call) =>
      mergeEntries({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "POST /dictionaries/{id}/health/distinct": ({ member, params, body, transact }) =>
      distinguish(
        { ...deps, transact },
        { organizationId: member.organizationId, dictionaryId: params.id },
        body,
      ),
  });
