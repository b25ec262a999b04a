import { stringify } from "csv-stringify/sync";

export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number;
}

// Spreadsheets treat cells that begin with = + - @ as formulas; escape_formulas prefixes them with
// '. By default csv-stringify does not quote a lone line feed if records end in CRLF.
const format = {
  record_delimiter: "windows",
  escape_formulas: true,
  quoted_match: /[\r\n]/,
} as const;

/** Byte order mark and heading row. Without the mark Excel reads UTF-8 as Shift_JIS. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\ufeff${stringify([columns.map(({ label }) => label)], format)}`;
}

/** One record per row, each ending in CRLF, with formulas escaped. */
export function csvRecords<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(({ value }) => value(row))),
    format,
  );
}
