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
  const { words, truncated } = await readWords(db, checked);
  const [unused, distinctions] = await Promise.all([
    findUnused(db, checked, now()),
    findDistinctions(db, checked),
  ]);
  const last = words.at(-1)?.entryId ?? 0;
  const { figure, sets } = await analyser.health(
    { words, unused: unused.filter((entryId) => entryId <= last), distinctions },
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

async function readWords(
  db: Deps["db"],
  checked: Checked,
): Promise<{ words: HealthWord[]; truncated: boolean }> {
  const words: HealthWord[] = [];
  while (words.length < MOST_CHECKED) {
    const after = words.at(-1)?.entryId ?? 0;
    const page = await findWords(db, checked, { after, limit: AT_ONCE });
    words.push(...page);
    if (page.length < AT_ONCE) return { words, truncated: false };
  }
  const after = words.at(-1)?.entryId ?? 0;
  const more = await findWords(db, checked, { after, limit: 1 });
  return { words, truncated: more.length > 0 };
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
