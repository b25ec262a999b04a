import { setImmediate as nextTurn } from "node:timers/promises";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { EntryValues } from "../../../../domain/entries/bulk.ts";
import { winsOver } from "../../../../domain/entries/rules.ts";
import type { Entry, EntryWarning } from "../../../../domain/entries/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { countEntryUses } from "../../vocabulary/queries/entryUses.ts";
import { countUses, findNewestFetched } from "../../vocabulary/queries/fetches.ts";
import { type EntryRow, findEntries, type StoredEntry } from "../queries/entries.ts";
import { type EntryFilters, type EntrySort, findEntryPage } from "../queries/entryList.ts";

export function presentEntry(row: EntryRow): Entry {
  return { ...presentValues(row), warnings: warningsOf(row) };
}

function presentValues(row: StoredEntry): EntryValues {
  return {
    entryId: row.entry_id,
    dictionaryId: row.dictionary_id,
    surface: row.surface,
    reading: row.reading,
    partOfSpeech: row.part_of_speech,
    weight: row.weight,
    note: row.note,
    enabled: row.enabled,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    mergedInto: row.merged_into,
  };
}

const SLICE = 1_000;

/** The same for thousands of entries, between which others have their turn. */
export async function presentMany(rows: readonly StoredEntry[]): Promise<EntryValues[]> {
  const all: EntryValues[] = [];
  for (let from = 0; from < rows.length; from += SLICE) {
    all.push(...rows.slice(from, from + SLICE).map(presentValues));
    await nextTurn();
  }
  return all;
}

function warningsOf(row: EntryRow): EntryWarning[] {
  const { category, same_reading, other_category, outranked_by } = row;
  const same = (same_reading ?? []).map((other) => ({ kind: "SAME_READING" as const, ...other }));
  const elsewhere = (other_category ?? []).map((other) => ({
    kind: "OTHER_CATEGORY" as const,
    ...other,
    wins: winsOver(category, other.category),
  }));
  const outranked = outranked_by ? [{ kind: "OUTRANKED_READING" as const, ...outranked_by }] : [];
  return [...same, ...elsewhere, ...outranked];
}

/** A page of a dictionary's entries; throws 404 without the dictionary. */
export async function listEntries(
  { db }: Pick<Deps, "db">,
  key: DictionaryKey,
  { withReflection, ...query }: ListQuery<EntrySort> & { withReflection: boolean },
  filters: EntryFilters,
): Promise<Page<Entry>> {
  const found = await findEntryPage(db, key, query, filters);
  if (!found) throw notFound();
  const { rows, total } = found;
  const revisions = new Set(rows.map(({ revision }) => revision).filter((one) => one > 0));
  const [counted, uses, newest] = await Promise.all([
    countEntryUses(
      db,
      key.organizationId,
      rows.map((row) => row.entry_id),
    ),
    withReflection ? countUses(db, key.organizationId, [...revisions].toSorted(byNumber)) : null,
    withReflection ? findNewestFetched(db, key) : 0,
  ]);
  const present = (row: EntryRow): Entry => ({
    ...presentEntry(row),
    uses30Days: counted && (counted.get(row.entry_id) ?? 0),
  });
  if (!uses) return pageAnswer(query, { content: rows.map(present), total });
  const content = rows.map((row) => ({
    ...present(row),
    reflection: reflectionOf(row, { uses, newest }),
  }));
  return pageAnswer(query, { content, total });
}

function reflectionOf(
  { revision }: Pick<EntryRow, "revision">,
  { uses, newest }: { uses: ReadonlyMap<number, number>; newest: number },
): NonNullable<Entry["reflection"]> | null {
  if (revision === 0) return null;
  return {
    revision,
    fetched: revision <= newest,
    transcriptCount: uses.get(revision) ?? 0,
  };
}

const byNumber = (one: number, other: number) => one - other;

/** One entry; throws 404. */
export async function readEntry(
  { db }: Pick<Deps, "db">,
  key: DictionaryKey,
  entryId: number,
): Promise<Entry> {
  const row = (await findEntries(db, key, [entryId])).get(entryId);
  if (!row) throw notFound();
  return presentEntry(row);
}
