import { sql, type Transaction } from "kysely";
import type { ImportMode } from "../../../../domain/imports/rules.ts";
import { MOST_NAMED } from "../../../../domain/imports/rules.ts";
import type { ChangedEntry } from "../../../../domain/imports/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { isOf, isSeen, mergedAfter } from "../../entries/queries/entries.ts";
import { intoTombstones, UNSEEN } from "../../vocabulary/queries/vocabulary.ts";
import {
  differs,
  isStated,
  isUsed,
  isWrittenSeen,
  statedColumns,
  statedValues,
  written,
  writtenColumns,
} from "./importRows.ts";
import { type ImportKey, isOfImport } from "./imports.ts";

/** What an import, or an act on entries, changes for engines, and when. */
export interface Change {
  changeId: number;
  at: Date;
}

export const keyColumns = ({ organizationId, dictionaryId, importId }: ImportKey) => sql`
  ${organizationId}::bigint, ${dictionaryId}::bigint, ${importId}::bigint`;

export const intoChanges = sql`insert into dictionary_import_changes
  (organization_id, dictionary_id, import_id, entry_id, row_no, before, version)`;

/** Deletes the entries that no row states; returns how many. */
async function deleteOthers(
  trx: Transaction<Tables>,
  key: ImportKey,
  changeId: number,
): Promise<number> {
  return changed(
    sql`
    with removed as (
      delete from dictionary_entries e
      where ${isOf(key)} and e.entry_id not in (
        select e.entry_id from dictionary_import_rows r join dictionary_entries e on ${isStated}
        where ${isOfImport("r", key)} and ${isUsed})
      returning e.*
    ), buried as (
      ${intoTombstones(changeId)}
    )
    ${intoChanges}
    select ${keyColumns(key)}, removed.entry_id, null, to_jsonb(removed), null from removed`.execute(
      trx,
    ),
  );
}

/** Overwrites the entries that rows state with other values; returns how many. */
async function overwrite(
  trx: Transaction<Tables>,
  key: ImportKey,
  { changeId, at }: Change,
): Promise<number> {
  return changed(
    sql`
    with written as (
      update dictionary_entries e
      set (${statedColumns}) = (${writtenColumns("e")}),
        merged_into = ${mergedAfter(written("enabled", "e"))}, version = e.version + 1,
        updated_at = ${at}, change_id = case when ${isWrittenSeen} then ${changeId}::bigint else e.change_id end
      from dictionary_import_rows r
      where ${isOfImport("r", key)} and ${isUsed} and ${isOf(key)} and ${isStated} and ${differs("e")}
      returning e.entry_id, r.row_no, e.version
    )
    ${intoChanges}
    select ${keyColumns(key)}, e.entry_id, written.row_no, jsonb_build_object(${statedValues},
        'merged_into', e.merged_into, 'version', written.version - 1), written.version
    from written join dictionary_entries e on ${isOf(key)} and e.entry_id = written.entry_id`.execute(
      trx,
    ),
  );
}

/** Adds the entries of rows that the dictionary does not have, in their order; returns how many. */
async function addNew(
  trx: Transaction<Tables>,
  key: ImportKey,
  { changeId, at }: Change,
): Promise<number> {
  return changed(
    sql`
    with fresh as (
      insert into dictionary_entries (organization_id, dictionary_id, surface, reading,
        ${statedColumns}, surface_key, reading_key, change_id, created_at, updated_at)
      select r.organization_id, r.dictionary_id, r.surface, r.reading, ${writtenColumns()},
        r.surface_key, r.reading_key,
        case when ${written("enabled")} then ${changeId}::bigint else ${sql.lit(UNSEEN)} end,
        ${at}::timestamptz, ${at}::timestamptz
      from dictionary_import_rows r
      where ${isOfImport("r", key)} and ${isUsed}
        and not exists (select 1 from dictionary_entries e where ${isOf(key)} and ${isStated})
      order by r.row_no
      returning entry_id, surface, reading, version
    )
    ${intoChanges}
    select ${keyColumns(key)}, fresh.entry_id, r.row_no, null, fresh.version
    from fresh join dictionary_import_rows r
      on r.reading = fresh.reading and r.surface = fresh.surface
    where ${isOfImport("r", key)} and ${isUsed}`.execute(trx),
  );
}

/** The changes of an import in each mode, deletions first to make room. */
export async function applyMode(
  trx: Transaction<Tables>,
  key: ImportKey,
  mode: ImportMode,
  change: Change,
): Promise<{ added: number; updated: number; deleted: number }> {
  const deleted = mode === "replace" ? await deleteOthers(trx, key, change.changeId) : 0;
  const updated = mode === "add" ? 0 : await overwrite(trx, key, change);
  const added = await addNew(trx, key, change);
  return { added, updated, deleted };
}

/** The entry that a change deleted, or the values that it overwrote; all null for an added one. */
const before = sql`jsonb_populate_record(null::dictionary_entries, c.before) b`;

/** Of a deleted entry a change has neither a row of a file nor a version. */
const wasDeleted = sql`(c.row_no is null and c.version is null)`;

/** What a change does not name, it has not overwritten. */
const valueBefore = (column: "part_of_speech" | "weight" | "note" | "enabled") => sql`
  coalesce(${sql.ref(`b.${column}`)}, ${sql.ref(`e.${column}`)})`;

/** Whether engines see that the entry `e` becomes what it was. */
const isUndoneSeen = isSeen({
  part_of_speech: valueBefore("part_of_speech"),
  weight: valueBefore("weight"),
  enabled: valueBefore("enabled"),
});

/**
 * Entries that are no longer as the import left them: written ones of another version or that are
 * gone, and entries in the place of deleted ones. Without a version, values are compared.
 */
export async function findChangedSince(
  trx: Transaction<Tables>,
  key: ImportKey,
): Promise<ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    select c.entry_id as "entryId", coalesce(e.surface, r.surface) as surface,
      coalesce(e.reading, r.reading) as reading
    from dictionary_import_changes c
    cross join lateral ${before}
    join dictionary_import_rows r on r.organization_id = c.organization_id
      and r.dictionary_id = c.dictionary_id and r.import_id = c.import_id and r.row_no = c.row_no
    left join dictionary_entries e on ${isOf(key)} and e.entry_id = c.entry_id
    where ${isOfImport("c", key)}
      and (e.entry_id is null or case when c.version is null
        then e.surface <> r.surface or e.reading <> r.reading or ${differs("b")}
        else e.version <> c.version end)
    union all
    select e.entry_id, e.surface, e.reading
    from dictionary_import_changes c
    join dictionary_entries e on ${isOf(key)} and e.reading = c.before ->> 'reading'
      and seen_key(e.surface) = seen_key(c.before ->> 'surface')
    where ${isOfImport("c", key)} and ${wasDeleted}
    order by 1 limit ${MOST_NAMED}`.execute(trx);
  return rows;
}

/**
 * Makes the entries what they were, with their ids and a version that no client has seen. Returns
 * how many it removed, gave their values again, and brought back.
 */
export async function undoChanges(
  trx: Transaction<Tables>,
  key: ImportKey,
  { changeId, at }: Change,
): Promise<{ removed: number; updated: number; restored: number }> {
  const removed = await counted(
    sql<{ count: number }>`
    with removed as (
      delete from dictionary_entries e using dictionary_import_changes c
      where ${isOfImport("c", key)} and c.before is null
        and ${isOf(key)} and e.entry_id = c.entry_id
      returning e.*
    ), buried as (
      ${intoTombstones(changeId)}
    )
    select count(*) as count from removed`.execute(trx),
  );
  const updated = await changed(
    sql`
    update dictionary_entries e
    set part_of_speech = ${valueBefore("part_of_speech")}, weight = ${valueBefore("weight")},
      note = ${valueBefore("note")}, enabled = ${valueBefore("enabled")},
      merged_into = case when ${valueBefore("enabled")} then null
        else coalesce(b.merged_into, e.merged_into) end,
      version = e.version + 1, updated_at = ${at},
      change_id = case when ${isUndoneSeen} then ${changeId}::bigint else e.change_id end
    from dictionary_import_changes c, ${before}
    where ${isOfImport("c", key)} and c.before is not null and not ${wasDeleted}
      and ${isOf(key)} and e.entry_id = c.entry_id`.execute(trx),
  );
  const restored = await changed(
    sql`
    insert into dictionary_entries (organization_id, dictionary_id, entry_id, surface, reading,
      part_of_speech, weight, note, enabled, merged_into, surface_key, reading_key, version, change_id,
      created_at, updated_at)
    select b.organization_id, b.dictionary_id, b.entry_id, b.surface, b.reading, b.part_of_speech,
      b.weight, b.note, b.enabled, b.merged_into, b.surface_key, b.reading_key, b.version + 1,
      case when b.enabled then ${changeId}::bigint else coalesce(b.change_id, ${sql.lit(UNSEEN)}) end,
      b.created_at, ${at}::timestamptz
    from dictionary_import_changes c, ${before}
    where ${isOfImport("c", key)} and ${wasDeleted}`.execute(trx),
  );
  await sql`
    delete from vocabulary_tombstones t using dictionary_import_changes c
    where ${isOfImport("c", key)} and ${wasDeleted}
      and t.organization_id = c.organization_id and t.entry_id = c.entry_id`.execute(trx);
  await carryVersions(trx, key);
  return { removed, updated, restored };
}

/** What an earlier import left is there again, with another version. */
async function carryVersions(trx: Transaction<Tables>, key: ImportKey): Promise<void> {
  await sql`
    update dictionary_import_changes o set version = e.version
    from dictionary_import_changes c join dictionary_entries e
      on e.organization_id = c.organization_id and e.entry_id = c.entry_id
    where ${isOfImport("c", key)} and ${isOf(key)} and o.organization_id = c.organization_id
      and o.dictionary_id = c.dictionary_id and o.entry_id = c.entry_id
      and o.import_id <> c.import_id
      and o.version = coalesce((c.before ->> 'version')::integer, c.version - 1)`.execute(trx);
}

async function counted(query: Promise<{ rows: { count: number }[] }>): Promise<number> {
  const { rows } = await query;
  return rows[0]?.count ?? 0;
}

async function changed(query: Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  const { numAffectedRows = 0n } = await query;
  return Number(numAffectedRows);
}
