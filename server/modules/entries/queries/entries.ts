import {
  type Generated,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { DictionaryCategory } from "../../../../domain/dictionaries/rules.ts";
import type { PartOfSpeech } from "../../../../domain/entries/partsOfSpeech.ts";
import { MOST_WARNINGS } from "../../../../domain/entries/rules.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { intoTombstones, UNSEEN } from "../../vocabulary/queries/vocabulary.ts";
import { type WithOutranked, withOutranked } from "./outranked.ts";

export interface EntryValues {
  surface: string;
  reading: string;
  part_of_speech: PartOfSpeech;
  weight: number;
  note: string;
  enabled: boolean;
}

interface DictionaryEntriesTable extends EntryValues {
  organization_id: number;
  dictionary_id: number;
  entry_id: Generated<number>;
  surface_key: string;
  reading_key: string;
  version: Generated<number>;
  change_id: Generated<number>;
  created_at: Date;
  updated_at: Date;
  merged_into: Generated<number | null>;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    dictionary_entries: DictionaryEntriesTable;
  }
}

export interface StoredEntry extends EntryValues {
  entry_id: number;
  dictionary_id: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** Null for one that is gone. */
  merged_into: number | null;
}

/** An entry with what it conflicts with, at most MOST_WARNINGS of each. */
export interface WarnedRow extends StoredEntry {
  revision: number;
  category: DictionaryCategory;
  same_reading: readonly { entryId: number; surface: string }[] | null;
  other_category:
    | readonly { dictionaryId: number; dictionaryName: string; category: DictionaryCategory }[]
    | null;
}

export type EntryRow = WithOutranked<WarnedRow>;

/**
 * Dictionaries `od` of another category than `d` that have the entry `e`. Without statistics, and the
 * embedded database has none, any index that begins with the organization seems as good as the one on
 * reading and surface, and most of them would read all its entries per entry: 200 pasted words took
 * seconds. An order that only the right index has leaves no choice, and OFFSET 0 keeps the dictionary
 * behind the entry.
 */
export const inOtherCategory = (organizationId: number) => sql`
  from (
    select o.dictionary_id from dictionary_entries o
    where o.organization_id = ${organizationId} and o.reading = e.reading
      and o.surface between e.surface and e.surface and o.enabled
    order by o.surface offset 0
  ) o
  cross join lateral (
    select od.dictionary_id, od.dictionary_name, od.category from dictionaries od
    where od.organization_id = ${organizationId}
      and od.dictionary_id between o.dictionary_id and o.dictionary_id
    order by od.dictionary_id offset 0
  ) od
  where od.category <> d.category`;

export const ownColumns = sql`
  e.entry_id, e.dictionary_id, e.surface, e.reading, e.part_of_speech, e.weight, e.note, e.enabled,
  e.version, e.created_at, e.updated_at, case when e.merged_into is null then null else (
    select m.entry_id from dictionary_entries m
    where m.organization_id = e.organization_id and m.entry_id = e.merged_into
  ) end as merged_into`;

/** The columns of WarnedRow for entries `e`, which `besideEntry` follows. */
export const entryColumns = sql`
  ${ownColumns}, coalesce(v.revision, 0) as revision, d.category, s.same_reading, c.other_category`;

/** The sum keeps the planner from reading whole dictionaries, as OFFSET 0 does above. */
export const besideEntry = (organizationId: number) => sql`
  join dictionaries d on d.organization_id = ${organizationId} and d.dictionary_id = e.dictionary_id
  left join vocabulary_changes v
    on v.organization_id = ${organizationId} and v.change_id = e.change_id
  left join lateral (
    select json_agg(json_build_object('entryId', entry_id, 'surface', surface)) as same_reading
    from (
      select o.entry_id, o.surface from dictionary_entries o
      where o.organization_id = ${organizationId} and o.dictionary_id + 0 = e.dictionary_id
        and o.reading = e.reading and o.surface <> e.surface and o.enabled
      order by o.surface limit ${sql.lit(MOST_WARNINGS)}
    ) same
  ) s on e.enabled
  left join lateral (
    select json_agg(json_build_object('dictionaryId', dictionary_id,
      'dictionaryName', dictionary_name, 'category', category)) as other_category
    from (
      select od.dictionary_id, od.dictionary_name, od.category ${inOtherCategory(organizationId)}
      order by od.dictionary_id limit ${sql.lit(MOST_WARNINGS)}
    ) other
  ) c on e.enabled`;

export const isOf = ({ organizationId, dictionaryId }: DictionaryKey) => sql`
  e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId}`;

/** What `merged_into` of entry `e` becomes with this `enabled`: one that was enabled was not merged. */
export const mergedAfter = (enabled: RawBuilder<unknown>) => sql`
  case when e.enabled or ${enabled} then null else e.merged_into end`;

/** What engines see of an entry: all but its note. */
type SeenColumn = Exclude<keyof EntryValues, "note">;

/**
 * Whether engines see that entry `e` gets these values: it is for them before or after, and one of
 * the values differs.
 */
export function isSeen(
  next: Partial<Record<SeenColumn, RawBuilder<unknown>>> & { enabled: RawBuilder<unknown> },
): RawBuilder<SqlBool> {
  const before = sql.join(Object.keys(next).map((column) => sql.ref(`e.${column}`)));
  const after = sql.join(Object.values(next));
  return sql`((e.enabled or ${next.enabled}) and (${before}) is distinct from (${after}))`;
}

export async function findEntries(
  db: Kysely<Tables>,
  key: DictionaryKey,
  entryIds: readonly number[],
): Promise<Map<number, EntryRow>> {
  if (entryIds.length === 0) return new Map();
  const { rows } = await sql<WarnedRow>`
    select ${entryColumns} from dictionary_entries e ${besideEntry(key.organizationId)}
    where ${isOf(key)} and e.entry_id = any(${entryIds}::bigint[])`.execute(db);
  const all = await withOutranked(db, key.organizationId, rows);
  return new Map(all.map((row) => [row.entry_id, row]));
}

interface Written {
  surface: string;
  reading: string;
}

/** The entries of a dictionary that people see as one of these. */
export async function findWritten(
  db: Kysely<Tables>,
  key: DictionaryKey,
  written: readonly Written[],
): Promise<(Written & { entry_id: number })[]> {
  const { rows } = await sql<Written & { entry_id: number }>`
    select e.entry_id, e.surface, e.reading from dictionary_entries e
    join unnest(${written.map(({ surface }) => surface)}::text[],
      ${written.map(({ reading }) => reading)}::text[]) as w (surface, reading)
      on w.reading = e.reading and seen_key(w.surface) = seen_key(e.surface)
    where ${isOf(key)}`.execute(db);
  return rows;
}

/** Inserts entries; returns their ids in the same order. */
export async function insertEntries(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { entries, changeId, at }: { entries: readonly EntryValues[]; changeId: number; at: Date },
): Promise<number[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(
    (values): Insertable<DictionaryEntriesTable> => ({
      organization_id: organizationId,
      dictionary_id: dictionaryId,
      ...values,
      ...entryKeys(values),
      change_id: values.enabled ? changeId : UNSEEN,
      created_at: at,
      updated_at: at,
    }),
  );
  const inserted = await trx
    .insertInto("dictionary_entries")
    .values(rows)
    .returning("entry_id")
    .execute();
  return inserted.map(({ entry_id }) => entry_id);
}

/** Writes changed entries with their next version, in one statement. */
export async function updateEntries(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  {
    entries,
    changeId,
    at,
  }: { entries: readonly (EntryValues & { entry_id: number })[]; changeId: number; at: Date },
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((values) => ({ ...values, ...entryKeys(values) }));
  await sql`
    update dictionary_entries e
    set surface = n.surface, reading = n.reading, part_of_speech = n.part_of_speech,
      weight = n.weight, note = n.note, enabled = n.enabled,
      merged_into = ${mergedAfter(sql`n.enabled`)}, surface_key = n.surface_key,
      reading_key = n.reading_key, version = e.version + 1, updated_at = ${at},
      change_id = case when ${isSeen({
        surface: sql`n.surface`,
        reading: sql`n.reading`,
        part_of_speech: sql`n.part_of_speech`,
        weight: sql`n.weight`,
        enabled: sql`n.enabled`,
      })} then ${changeId}::bigint else e.change_id end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (entry_id bigint, surface text,
      reading text, part_of_speech text, weight smallint, note text, enabled boolean,
      surface_key text, reading_key text)
    where ${isOf(key)} and e.entry_id = n.entry_id`.execute(trx);
}

export async function deleteEntries(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { entryIds, changeId }: { entryIds: readonly number[]; changeId: number },
): Promise<void> {
  if (entryIds.length === 0) return;
  await sql`
    with removed as (
      delete from dictionary_entries e
      where ${isOf(key)} and e.entry_id = any(${entryIds}::bigint[])
      returning e.*
    )
    ${intoTombstones(changeId)}`.execute(trx);
}

export function entryKeys({ surface, reading }: Written) {
  return { surface_key: searchKey(surface), reading_key: searchKey(reading) };
}

const ofDictionary = ({ organizationId, dictionaryId }: DictionaryKey) => sql`
  d.organization_id = ${organizationId} and d.dictionary_id = ${dictionaryId}`;

const held = (key: DictionaryKey) => sql`
  (select count(*) from dictionary_entries e where ${isOf(key)})`;

/**
 * A write to entries counts as one to the dictionary, but not as a new version of it. `isCounted` if it
 * added or deleted some: they are counted again, so that no writer can leave a wrong number behind for
 * good (docs/decisions/056-tenant-tables.md). Returns the name of the dictionary.
 */
export async function touchDictionary(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { at, isCounted }: { at: Date; isCounted: boolean },
): Promise<string> {
  const { rows } = await sql<{ dictionary_name: string }>`
    update dictionaries d
    set updated_at = ${at} ${isCounted ? sql`, entry_count = ${held(key)}` : sql``}
    where ${ofDictionary(key)} returning d.dictionary_name`.execute(trx);
  if (!rows[0]) throw new Error(`dictionary ${key.dictionaryId} is missing although it is locked`);
  return rows[0].dictionary_name;
}
