import { type Kysely, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { EntryCells } from "../../../../domain/entries/rules.ts";
import type { ImportMode, ImportVerdict } from "../../../../domain/imports/rules.ts";
import type { ImportCounts } from "../../../../domain/imports/schemas.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import type { EntryValues } from "../../entries/queries/entries.ts";
import { type ImportKey, isOfImport } from "./imports.ts";
import { byHashJoins } from "./joins.ts";
import { differs, type StatedValues, written } from "./statedValues.ts";

type StagedEntry = StatedValues & { surface_key: string; reading_key: string };

/** A row of a file as it is kept: with values, or with a reason and either cells or raw text. */
export interface StagedRow {
  row_no: number;
  line: number;
  reason: string | null;
  cells: EntryCells | null;
  raw: string | null;
  first_line: number | null;
  values: StagedEntry | null;
}

export interface ComparedRow extends Omit<StagedRow, "values"> {
  verdict: ImportVerdict;
  before: EntryValues | null;
  after: EntryValues | null;
}

/** A row without an error that is the first with its entry. */
export const isUsed = sql`r.reason is null and r.first_line is null`;

/** Whether an entry `e` is one that a row `r` states, to the eye. */
export const isStated = sql`e.organization_id = r.organization_id
  and e.dictionary_id = r.dictionary_id and e.reading = r.reading
  and seen_key(e.surface) = seen_key(r.surface)`;

const verdict = sql<ImportVerdict>`
  case
    when r.reason is not null then 'ERROR'
    when r.first_line is not null then 'DUPLICATE'
    when e.entry_id is null then 'NEW'
    when ${differs("e")} then 'UPDATE'
    else 'UNCHANGED'
  end`;

const compared = (key: ImportKey) => sql`
  from dictionary_import_rows r
  left join (
    -- Of older entries that look alike the first stands for all.
    select distinct on (e.reading, seen_key(e.surface)) e.* from dictionary_entries e
    where e.organization_id = ${key.organizationId} and e.dictionary_id = ${key.dictionaryId}
    order by e.reading, seen_key(e.surface), e.entry_id
  ) e on ${isStated}
  where ${isOfImport("r", key)}`;

const before = sql`
  json_build_object('surface', e.surface, 'reading', e.reading, 'part_of_speech', e.part_of_speech,
    'weight', e.weight, 'note', e.note, 'enabled', e.enabled)`;
const after = sql`
  json_build_object('surface', r.surface, 'reading', r.reading,
    'part_of_speech', ${written("part_of_speech", "e")}, 'weight', ${written("weight", "e")},
    'note', ${written("note", "e")}, 'enabled', ${written("enabled", "e")})`;

export async function insertRows(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId, importId }: ImportKey,
  staged: readonly StagedRow[],
): Promise<void> {
  const column = <Value>(of: (row: StagedRow) => Value) => staged.map(of);
  const value = <Name extends keyof StagedEntry>(name: Name) =>
    column(({ values }) => values?.[name] ?? null);
  // Arrays take half as long as one JSON text.
  await sql`
    insert into dictionary_import_rows (organization_id, dictionary_id, import_id, row_no, line,
      reason, cells, raw, first_line, surface, reading, part_of_speech, weight, note, enabled,
      surface_key, reading_key)
    select ${organizationId}, ${dictionaryId}, ${importId}, row_no, line, reason, cells::jsonb, raw,
      first_line, surface, reading, part_of_speech, weight, note, enabled, surface_key, reading_key
    from unnest(${column(({ row_no }) => row_no)}::integer[], ${column(({ line }) => line)}::integer[], ${column(({ reason }) => reason)}::text[],
      ${column(({ cells }) => cells && JSON.stringify(cells))}::text[], ${column(({ raw }) => raw)}::text[], ${column(({ first_line }) => first_line)}::integer[],
      ${value("surface")}::text[], ${value("reading")}::text[], ${value("part_of_speech")}::text[],
      ${value("weight")}::smallint[], ${value("note")}::text[], ${value("enabled")}::boolean[],
      ${value("surface_key")}::text[], ${value("reading_key")}::text[]) as r (row_no, line, reason,
      cells, raw, first_line, surface, reading, part_of_speech, weight, note, enabled, surface_key,
      reading_key)`.execute(trx);
}

/** Compares the rows with the dictionary as it is now. */
export function countVerdicts(db: Kysely<Tables>, key: ImportKey): Promise<ImportCounts> {
  return byHashJoins(db, async (trx) => {
    const { rows } = await sql<ImportCounts>`
      select count(*) filter (where verdict = 'NEW') as new,
        count(*) filter (where verdict = 'UPDATE') as update,
        count(*) filter (where verdict = 'UNCHANGED') as unchanged,
        count(*) filter (where verdict = 'DUPLICATE') as duplicate,
        count(*) filter (where verdict = 'ERROR') as error,
        (select entry_count from dictionaries where organization_id = ${key.organizationId}
          and dictionary_id = ${key.dictionaryId})
          - count(*) filter (where verdict in ('UPDATE', 'UNCHANGED')) as "deletedByReplace"
      from (select ${verdict} as verdict ${compared(key)}) v`.execute(trx);
    const [counts] = rows;
    if (!counts) throw new Error("a count is missing");
    return counts;
  });
}

export function findRows(
  db: Kysely<Tables>,
  key: ImportKey,
  { page, size, sort }: ListQuery<"rowNo" | "verdict">,
  wanted: ImportVerdict | undefined,
): Promise<{ rows: ComparedRow[]; total: number }> {
  const matching = sql`${compared(key)} ${wanted ? sql`and ${verdict} = ${wanted}` : sql``}`;
  const direction = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const order =
    sort.field === "verdict"
      ? sql`(r.reason is null) ${direction}, r.row_no`
      : sql`r.row_no ${direction}`;
  return byHashJoins(db, async (trx) => {
    const { rows } = await sql<ComparedRow>`
      select r.row_no, r.line, r.reason, r.cells, r.raw, r.first_line, ${verdict} as verdict,
        case when e.entry_id is not null then ${before} end as before,
        case when r.reason is null then ${after} end as after
      ${matching} order by ${order}
      limit ${size} offset ${page * size}`.execute(trx);
    const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(trx);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  });
}

/** A word as an import would leave it, with the entry in whose place it stands; null for a new one. */
export interface ImportedWord
  extends Pick<EntryValues, "surface" | "reading" | "weight" | "enabled"> {
  entry_id: number | null;
}

/** The words of the rows that an import in this mode uses, in their order. */
export function findImportedWords(
  db: Kysely<Tables>,
  key: ImportKey,
  mode: ImportMode,
): Promise<ImportedWord[]> {
  const isUncovered = mode === "add" ? sql`and e.entry_id is null` : sql``;
  return byHashJoins(db, async (trx) => {
    const { rows } = await sql<ImportedWord>`
      select e.entry_id, r.surface, r.reading, ${written("weight", "e")} as weight,
        ${written("enabled", "e")} as enabled
      ${compared(key)} and ${isUsed} ${isUncovered} order by r.row_no`.execute(trx);
    return rows;
  });
}

export type ErrorRow = Pick<StagedRow, "line" | "reason" | "cells" | "raw">;

/** The error rows for a file. */
export function allErrors(key: ImportKey): Prepare<ErrorRow> {
  const matching = sql`from dictionary_import_rows r
    where ${isOfImport("r", key)} and r.reason is not null`;
  return async (trx) => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total ${matching}`.execute(trx);
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<ErrorRow>`select r.line, r.reason, r.cells, r.raw ${matching} order by r.row_no`,
    };
  };
}

/** Whether an error row states a note, be it an empty one. */
export async function hasErrorNote(db: Kysely<Tables>, key: ImportKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionary_import_rows r
    where ${isOfImport("r", key)} and r.cells -> 'note' is not null limit 1`.execute(db);
  return rows.length > 0;
}
