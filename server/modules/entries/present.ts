import { setImmediate as nextTurn } from "node:timers/promises";
import type { EntryValues } from "../../../domain/entries/bulk.ts";
import { winsOver } from "../../../domain/entries/rules.ts";
import type { Entry, EntryWarning } from "../../../domain/entries/schemas.ts";
import type { EntryRow, StoredEntry } from "./queries/entries.ts";

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
