import { type Kysely, sql, type Transaction } from "kysely";
import type { Sort } from "../../../domain/api/parameters.ts";
import type { EntryAction, EntryUndo } from "../../../domain/entries/bulk.ts";
import type { ChangedEntry } from "../../../domain/imports/schemas.ts";
import type { Tables } from "../../db/tables.ts";
import { isOf, isSeen, ownColumns, type StoredEntry } from "../entries/queries/entries.ts";
import {
  conditions,
  type EntryFilters,
  type EntrySort,
  orderBy,
} from "../entries/queries/entryList.ts";
import { type Change, intoChanges, keyColumns } from "../imports/queries/importChanges.ts";
import { type ImportKey, isOfImport } from "../imports/queries/imports.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import type { DictionaryWrite } from "../locks/service/writeGuard.ts";
import { intoTombstones } from "../vocabulary/queries/vocabulary.ts";

interface Range {
  filters: EntryFilters;
  sort?: Sort<EntrySort>;
  from?: number;
  limit?: number;
}

export async function hasDictionary(db: Kysely<Tables>, key: DictionaryKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionaries
    where organization_id = ${key.organizationId} and dictionary_id = ${key.dictionaryId}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function findMatching(
  db: Kysely<Tables>,
  key: DictionaryKey,
  { filters, sort = { field: "entryId", direction: "asc" }, from = 0, limit }: Range,
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${ownColumns} from dictionary_entries e where ${conditions(key, filters)}
    order by ${orderBy(key, sort)} limit ${limit ?? null}::bigint offset ${from}`.execute(db);
  return rows;
}

export async function findStored(
  db: Kysely<Tables>,
  key: DictionaryKey,
  entryIds: readonly number[],
): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${ownColumns} from dictionary_entries e
    where ${isOf(key)} and e.entry_id = any(${entryIds}::bigint[])`.execute(db);
  return rows;
}

/** An act is stored as an import without a file. */
export async function insertAct(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId, userId }: DictionaryWrite,
  { action, at }: { action: EntryAction | "MERGE"; at: Date },
): Promise<number> {
  const { rows } = await sql<{ import_id: number }>`
    insert into dictionary_imports (organization_id, dictionary_id, action, created_by, created_at)
    values (${organizationId}, ${dictionaryId}, ${action}, ${userId}, ${at})
    returning import_id`.execute(trx);
  if (!rows[0]) throw new Error("an inserted act has no id");
  return rows[0].import_id;
}

export async function hasAct(trx: Transaction<Tables>, key: ImportKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionary_imports i
    where ${isOfImport("i", key)} and i.action is not null for update`.execute(trx);
  return rows.length > 0;
}

/** Writes entries that change, and what they were. */
export async function writeAct(
  trx: Transaction<Tables>,
  key: ImportKey,
  act: Change & { action: EntryAction; entryIds: readonly number[] },
): Promise<void> {
  const { action, entryIds, changeId, at } = act;
  const isChosen = sql`${isOf(key)} and e.entry_id = any(${entryIds}::bigint[])`;
  if (action === "DELETE") {
    await sql`
      with removed as (
        delete from dictionary_entries e where ${isChosen} returning e.*
      ), buried as (
        ${intoTombstones(changeId)}
      )
      ${intoChanges}
      select ${keyColumns(key)}, removed.entry_id, null, to_jsonb(removed), null from removed`.execute(
      trx,
    );
    return;
  }
  const enabled = sql`${action === "ENABLE"}::boolean`;
  await sql`
    with written as (
      update dictionary_entries e
      set enabled = ${enabled}, merged_into = null, version = e.version + 1, updated_at = ${at},
        change_id = case when ${isSeen({ enabled })} then ${changeId}::bigint else e.change_id end
      where ${isChosen}
      returning e.entry_id, e.version
    )
    ${intoChanges}
    select ${keyColumns(key)}, e.entry_id, null, ${valuesBefore}, w.version
    from ${writtenBefore(key)}`.execute(trx);
}

/** Disables entries as merged into `keep`, and writes its note if it stands in the same dictionary. */
export async function writeMerge(
  trx: Transaction<Tables>,
  key: ImportKey,
  merge: Change & { keep: number; note: string | undefined; entryIds: readonly number[] },
): Promise<void> {
  const { keep, note, entryIds, changeId, at } = merge;
  await sql`
    with merged as (
      update dictionary_entries e
      set enabled = false, merged_into = ${keep}::bigint, version = e.version + 1,
        updated_at = ${at},
        change_id = case when ${isSeen({ enabled: sql`false` })} then ${changeId}::bigint else e.change_id end
      where ${isOf(key)} and e.entry_id = any(${entryIds}::bigint[])
      returning e.entry_id, e.version
    ), noted as (
      update dictionary_entries e
      set note = ${note ?? null}::text, version = e.version + 1, updated_at = ${at}
      where ${isOf(key)} and e.entry_id = ${keep} and ${note ?? null}::text <> e.note
      returning e.entry_id, e.version
    ), written as (
      select * from merged union all select * from noted
    )
    ${intoChanges}
    select ${keyColumns(key)}, e.entry_id, null::integer, ${valuesBefore}
        || case when e.entry_id = ${keep} then jsonb_build_object('note', e.note) else '{}' end,
      w.version
    from ${writtenBefore(key)}`.execute(trx);
}

/** Entries `w` that a statement has written, with what they were, as its snapshot has them. */
const writtenBefore = (key: DictionaryKey) => sql`
  written w join dictionary_entries e on ${isOf(key)} and e.entry_id = w.entry_id`;

/** What changes, and what names the entry: a note that is not written may change until the act is undone. */
const valuesBefore = sql`jsonb_build_object('surface', e.surface, 'reading', e.reading,
  'enabled', e.enabled, 'merged_into', e.merged_into, 'version', e.version)`;

/** Counts entries of an act as unchanged in these versions. */
export async function acceptVersions(
  trx: Transaction<Tables>,
  key: ImportKey,
  entries: NonNullable<EntryUndo["entries"]>,
): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    update dictionary_import_changes c set version = n.version
    from unnest(${entries.map(({ entryId }) => entryId)}::bigint[],
      ${entries.map(({ version }) => version ?? null)}::integer[]) as n (entry_id, version)
    where ${isOfImport("c", key)} and c.entry_id = n.entry_id and c.version is not null
      and n.version is not null`.execute(trx);
}

/**
 * Takes what has changed since out of an act, and returns it: entries of another version or that are
 * gone, and deleted ones whose place another entry has.
 */
export async function dropChanged(
  trx: Transaction<Tables>,
  key: ImportKey,
): Promise<ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    delete from dictionary_import_changes c
    where ${isOfImport("c", key)} and c.entry_id in (
      select c.entry_id from dictionary_import_changes c
      left join dictionary_entries e on ${isOf(key)} and e.entry_id = c.entry_id
      where ${isOfImport("c", key)} and c.version is not null
        and e.version is distinct from c.version
      union all
      select c.entry_id from dictionary_import_changes c
      join dictionary_entries e on ${isOf(key)} and e.reading = c.before ->> 'reading'
        and seen_key(e.surface) = seen_key(c.before ->> 'surface')
      where ${isOfImport("c", key)} and c.version is null)
    returning c.entry_id as "entryId", c.before ->> 'surface' as surface,
      c.before ->> 'reading' as reading`.execute(trx);
  return rows;
}

/** The entries of an act as they are now, without those that it has deleted. */
export async function findOfAct(trx: Transaction<Tables>, key: ImportKey): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select ${ownColumns}
    from dictionary_import_changes c
    join dictionary_entries e on ${isOf(key)} and e.entry_id = c.entry_id
    where ${isOfImport("c", key)} order by e.entry_id`.execute(trx);
  return rows;
}
