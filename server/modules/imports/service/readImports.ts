import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { entryLabels } from "../../../../domain/entries/fields.ts";
import { ENTRY_FIELDS } from "../../../../domain/entries/rules.ts";
import {
  type ImportVerdict,
  importErrorLabels,
  importSentences,
} from "../../../../domain/imports/rules.ts";
import type {
  DictionaryImport,
  ImportRow,
  ImportSummary,
} from "../../../../domain/imports/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { revertibleUntil } from "../../../fileImports/importStore.ts";
import { convertedRows } from "../../../fileImports/uploadedSheet.ts";
import { wrongFields } from "../../../formats/fitness.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import type { EntryValues } from "../../entries/queries/entries.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import {
  allErrors,
  type ComparedRow,
  countVerdicts,
  type ErrorRow,
  findRows,
  hasErrorNote,
} from "../queries/importRows.ts";

import {
  findImport,
  findImports,
  type ImportKey,
  type ImportRow as StoredImport,
} from "../queries/imports.ts";

type ReadDeps = Pick<Deps, "now"> & { db: Kysely<Tables> };

/** A page of the committed imports of a dictionary; throws 404 without the dictionary. */
export async function listImports(
  { db, now }: ReadDeps,
  key: DictionaryKey,
  query: ListQuery<"importId">,
): Promise<Page<ImportSummary>> {
  const found = await findImports(db, key, query);
  if (!found) throw notFound();
  const content = found.rows.map((row) => presentSummary(row, now()));
  return pageAnswer(query, { content, total: found.total });
}

/** An import with its counts against the dictionary as it is now; throws 404. */
export async function readImport({ db, now }: ReadDeps, key: ImportKey): Promise<DictionaryImport> {
  const row = await foundImport(db, key);
  return {
    ...presentSummary(row, now()),
    ignoredColumns: row.ignored_columns,
    converted: convertedRows(row.converted_lines),
    recognised: { format: row.recognised_format, encoding: row.recognised_encoding },
    warning: row.warning,
    ...(await countVerdicts(db, key)),
  };
}

/** A page of the rows of an import, with the entry before and after; throws 404. */
export async function listRows(
  { db }: Pick<Deps, "db">,
  key: ImportKey,
  query: ListQuery<"rowNo" | "verdict">,
  verdict: ImportVerdict | undefined,
): Promise<Page<ImportRow>> {
  await foundImport(db, key);
  const { rows, total } = await findRows(db, key, query, verdict);
  return pageAnswer(query, { content: rows.map(presentRow), total });
}

/** The error rows of an import as our own CSV, with line and reason; throws 404, 503 OVERLOADED. */
export async function exportErrors(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  key: ImportKey,
): Promise<CsvFile> {
  await foundImport(db, key);
  return exports.open({
    title: importErrorLabels.title,
    asciiTitle: "import-errors",
    day: tokyoDate(now()),
    columns: errorColumns(await hasErrorNote(db, key)),
    prepare: allErrors(key),
    present: (row) => row,
  });
}

/** Throws 404. */
export async function foundImport(db: Kysely<Tables>, key: ImportKey): Promise<StoredImport> {
  const row = await findImport(db, key);
  if (!row) throw notFound();
  return row;
}

export function presentSummary(row: StoredImport, now: Date): ImportSummary {
  const { committed_at: committedAt, reverted_at: revertedAt } = row;
  return {
    importId: row.import_id,
    dictionaryId: row.dictionary_id,
    fileName: row.file_name,
    format: row.format,
    encoding: row.encoding,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    committedAt: committedAt?.toISOString() ?? null,
    mode: row.mode,
    result: row.result,
    revertedAt: revertedAt?.toISOString() ?? null,
    revertibleUntil: revertibleUntil(row, now),
  };
}

function presentRow(row: ComparedRow): ImportRow {
  return {
    rowNo: row.row_no,
    line: row.line,
    verdict: row.verdict,
    reason: row.first_line === null ? row.reason : importSentences.repeats(row.first_line),
    before: row.before && presentValues(row.before),
    after: row.after && presentValues(row.after),
    cells: row.cells,
    wrong: row.cells ? wrongFields(row.cells) : [],
    raw: row.raw,
  };
}

function presentValues({ part_of_speech: partOfSpeech, ...values }: EntryValues) {
  return { ...values, partOfSpeech };
}

/**
 * The columns of the file of error rows, which can be imported as it is. An empty 備考 would clear
 * the note of an entry, so the column is there only if a row states one. Text whose cells cannot be
 * told apart stands in the first column; without a reading it is no entry.
 */
function errorColumns(hasNote: boolean): CsvColumn<ErrorRow>[] {
  const fields = ENTRY_FIELDS.filter((field) => field !== "note" || hasNote);
  return [
    ...fields.map((field) => ({
      label: entryLabels[field],
      value: ({ cells, raw }: ErrorRow) => (cells ?? { surface: raw ?? "" })[field] ?? "",
    })),
    { label: importErrorLabels.line, value: ({ line }) => line },
    { label: importErrorLabels.reason, value: ({ reason }) => reason ?? "" },
  ];
}
