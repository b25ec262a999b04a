import { stringify } from "csv-stringify/sync";
import { type FieldTable, fieldWords } from "../../domain/fields.ts";
import { defused } from "../../domain/files/formulas.ts";

export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number;
}

/**
 * The columns of fields, as their table says them. Numbers stay numbers.
 */
export function columnsOf<Row extends object>(
  table: FieldTable,
  fields: readonly (keyof Row & string)[],
): CsvColumn<Row>[] {
  return fields.map((name) => {
    const field = table[name];
    const { label = name, csv = label } = field ?? {};
    return {
      label: csv === true ? label : csv,
      value: (row) => {
        const value = row[name];
        return typeof value === "number" ? value : (fieldWords(field, value) ?? "");
      },
    };
  });
}

// By default csv-stringify does not quote a lone line feed if records end in CRLF. Its own
// escape_formulas leaves a leading ' alone, so that an import would take it away from a value.
const format = {
  record_delimiter: "windows",
  quoted_match: /[\r\n]/,
} as const;

/** Byte order mark and heading row. Without the mark Excel reads UTF-8 as Shift_JIS. */
export function csvHead<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `\ufeff${stringify([columns.map(({ label }) => label)], format)}`;
}

/** One record per row, each ending in CRLF, with formulas escaped. */
export function csvRecords<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return stringify(
    rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
    format,
  );
}

function cellOf(value: string | number): string | number {
  return typeof value === "string" ? defused(value) : value;
}
