import { entryLabels } from "../../../domain/entries/fields.ts";
import { ENTRY_FIELDS } from "../../../domain/entries/rules.ts";
import type {
  DictionaryImport,
  ImportRow as ImportRowAnswer,
  ImportSummary,
} from "../../../domain/imports/schemas.ts";
import { importErrorLabels, importSentences } from "../../../domain/imports/sentences.ts";
import type { CsvColumn } from "../../exports/csvFile.ts";
import { revertibleUntil } from "../../fileImports/storedImport.ts";
import { convertedRows } from "../../fileImports/uploadedSheet.ts";
import { wrongFields } from "../../formats/checkEntry.ts";
import type { EntryValues } from "../entries/queries/entries.ts";
import type { ComparedRow, ErrorRow } from "./queries/importRows.ts";
import type { ImportRow } from "./queries/imports.ts";

export function presentSummary(row: ImportRow, now: Date): ImportSummary {
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

export function presentImport(
  row: ImportRow,
  { counts, withoutReading }: Pick<DictionaryImport, "counts" | "withoutReading">,
  now: Date,
): DictionaryImport {
  return {
    ...presentSummary(row, now),
    ignoredColumns: row.ignored_columns,
    converted: convertedRows(row.converted_lines),
    recognised: { format: row.recognised_format, encoding: row.recognised_encoding },
    warning: row.warning,
    counts,
    withoutReading,
  };
}

export function presentRow(row: ComparedRow): ImportRowAnswer {
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
export function errorColumns(hasNote: boolean): CsvColumn<ErrorRow>[] {
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
