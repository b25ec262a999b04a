import { type Kysely, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { DEFAULT_PART_OF_SPEECH } from "../../../../domain/entries/partsOfSpeech.ts";
import { DEFAULT_WEIGHT, type EntryCells } from "../../../../domain/entries/rules.ts";
import type { ImportMode, ImportVerdict } from "../../../../domain/imports/rules.ts";
import type { ImportCounts } from "../../../../domain/imports/schemas.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import { type EntryValues, isSeen } from "../../entries/queries/entries.ts";
import { byHashJoins, type ImportKey, isOfImport } from "./imports.ts";

/** What a file need not state of an entry, and what a new entry has then. */
const defaults = {
  part_of_speech: DEFAULT_PART_OF_SPEECH,
  weight: DEFAULT_WEIGHT,
  note: "",
  enabled: true,
} as const;

type Field = keyof typeof defaults;
const fields = ["part_of_speech", "weight", "note", "enabled"] as const satisfies readonly Field[];

/** What a row of a file states of an entry; null where it says nothing. */
type StatedValues = Pick<EntryValues, "surface" | "reading"> & {
  [Name in Field]: EntryValues[Name] | null;
};

export const statedColumns = sql.join(fields.map((name) => sql.ref(name)));

/** The same of an entry `e` with their names, as arguments of jsonb_build_object. */
export const statedValues = sql.join(
  fields.flatMap((name) => [sql.lit(name), sql.ref(`e.${name}`)]),
);

/** What an import of row `r` makes of a field of an entry, or of a new one. */
export const written = (name: Field, before?: "b" | "e") =>
  sql`coalesce(${sql.ref(`r.${name}`)}, ${before ? sql`${sql.ref(`${before}.${name}`)}, ` : sql``}${sql.lit(defaults[name])})`;

/** The same for all `statedColumns`. */
export const writtenColumns = (before?: "b" | "e") =>
  sql.join(fields.map((name) => written(name, before)));

/** Whether the entry `e` is other than an import of row `r` makes it of what it was. */
export const differs = (before: "b" | "e") =>
  sql`(${sql.join(fields.map((name) => sql.ref(`e.${name}`)))})
    is distinct from (${writtenColumns(before)})`;

/** Whether engines see that the entry `e` becomes what an import of row `r` makes of it. */
export const isWrittenSeen = isSeen({
  part_of_speech: written("part_of_speech", "e"),
  weight: written("weight", "e"),
  enabled: written("enabled", "e"),
});

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

/** An error row of a word that states no reading. */
const lacksReading = sql`r.reason is not null and coalesce(r.cells ->> 'surface', '') <> ''
  and coalesce(r.cells ->> 'reading', '') = ''`;

/** Compares the rows with the dictionary as it is now. */
export function countVerdicts(
  db: Kysely<Tables>,
  key: ImportKey,
): Promise<{ counts: ImportCounts; withoutReading: number }> {
  return byHashJoins(db, async (trx) => {
    const { rows } = await sql<ImportCounts & { withoutReading: number }>`
      select count(*) filter (where verdict = 'NEW') as new,
        count(*) filter (where verdict = 'UPDATE') as update,
        count(*) filter (where verdict = 'UNCHANGED') as unchanged,
        count(*) filter (where verdict = 'DUPLICATE') as duplicate,
        count(*) filter (where verdict = 'ERROR') as error,
        (select entry_count from dictionaries where organization_id = ${key.organizationId}
          and dictionary_id = ${key.dictionaryId})
          - count(*) filter (where verdict in ('UPDATE', 'UNCHANGED')) as "deletedByReplace",
        count(*) filter (where lacks_reading) as "withoutReading"
      from (select ${verdict} as verdict, ${lacksReading} as lacks_reading ${compared(key)}) v`.execute(
      trx,
    );
    if (!rows[0]) throw new Error("a count is missing");
    const { withoutReading, ...counts } = rows[0];
    return { counts, withoutReading };
  });
}

/** So many error rows behind a row that state no reading, in their order. */
export async function findWithoutReading(
  db: Kysely<Tables>,
  key: ImportKey,
  { after, most }: { after: number; most: number },
): Promise<{ row_no: number; cells: EntryCells }[]> {
  const { rows } = await sql<{ row_no: number; cells: EntryCells }>`
    select r.row_no, r.cells from dictionary_import_rows r
    where ${isOfImport("r", key)} and r.row_no > ${after} and ${lacksReading}
    order by r.row_no limit ${most}`.execute(db);
  return rows;
}

/** Makes error rows the words that they are with a reading, and tells again which rows repeat an earlier one. */
export async function correctRows(
  trx: Transaction<Tables>,
  key: ImportKey,
  corrected: readonly { row_no: number; values: StagedEntry }[],
): Promise<void> {
  const list = corrected.map(({ row_no, values }) => ({ row_no, ...values }));
  await sql`
    update dictionary_import_rows r
    set reason = null, cells = null, surface = n.surface, reading = n.reading,
      part_of_speech = n.part_of_speech, weight = n.weight, note = n.note, enabled = n.enabled,
      surface_key = n.surface_key, reading_key = n.reading_key
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as n (row_no integer, surface text,
      reading text, part_of_speech text, weight smallint, note text, enabled boolean,
      surface_key text, reading_key text)
    where ${isOfImport("r", key)} and r.row_no = n.row_no and ${lacksReading}`.execute(trx);
  await sql`
    update dictionary_import_rows r set first_line = f.first_line
    from (
      select o.row_no, case when row_number() over same > 1 then first_value(o.line) over same end
        as first_line
      from dictionary_import_rows o
      where o.organization_id = ${key.organizationId} and o.dictionary_id = ${key.dictionaryId}
        and o.import_id = ${key.importId} and o.reason is null
      window same as (partition by o.reading, seen_key(o.surface) order by o.row_no)
    ) f
    where ${isOfImport("r", key)} and r.row_no = f.row_no
      and r.first_line is distinct from f.first_line`.execute(trx);
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
