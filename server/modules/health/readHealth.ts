import { type HealthSet, type HealthWord, MOST_CHECKED } from "../../../domain/health/rules.ts";
import type { HealthReport } from "../../../domain/health/schemas.ts";
import type { Deps } from "../../context.ts";
import { notFound } from "../../problem.ts";
import { presentMany } from "../entries/present.ts";
import { hasDictionary } from "../manyEntries/queries.ts";
import {
  type Checked,
  type FoundEntry,
  findByIds,
  findDistinctions,
  findUnused,
  findWords,
} from "./queries.ts";

/** Rows that are read at once, between which other requests have their turn. */
const AT_ONCE = 2_000;

/**
 * Checks the enabled words of a dictionary, or of all; the first MOST_CHECKED of them. Throws 404 without the
 * dictionary, 503 OVERLOADED if the analyser is not free in time.
 */
export async function readHealth(
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
