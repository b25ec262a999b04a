import type { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { type FieldTable, fieldWords } from "../../domain/fields.ts";
import { defused } from "../../domain/files/formulas.ts";

export interface FileAnswer {
  /** As it is saved, for the audit log. */
  name: string;
  /** The record that it is about, if it is about one. */
  about?: { kind: string; id: number | string; name: string } | undefined;
  /** Its event is written already, in the transaction of what it changes. */
  isRecorded?: true;
  headers: Record<string, string>;
  stream: Readable;
}

/** A text that a program reads; null if it has it already (304). */
export interface TextAnswer {
  headers: Record<string, string>;
  text: Readable | null;
}

export interface FileNames {
  /** With its extension; signs that file systems refuse are replaced. */
  name: string;
  /** For clients that do not read `filename*` (RFC 6266). */
  asciiName: string;
}

const REFUSED = /[\\/:*?"<>|\p{Cc}]/gu;

/** The value of Content-Disposition, with the name as of RFC 5987. */
export function attachment({ name, asciiName }: FileNames): string {
  const encoded = encodeURIComponent(name.replace(REFUSED, "_")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}

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

export interface FileTitle {
  title: string;
  /** For clients that do not read `filename*` (RFC 6266). */
  asciiTitle: string;
  /** The day in the name, YYYY-MM-DD. */
  day: string;
}

/** A CSV file, whose rows are read while the client takes them. */
export class CsvFile implements FileAnswer {
  readonly #title: FileTitle;

  constructor(
    title: FileTitle,
    /** The number of its rows, without the headings. */
    readonly total: number,
    readonly stream: Readable,
  ) {
    this.#title = title;
  }

  get name(): string {
    return this.#title.title + this.#end;
  }

  get #end(): string {
    return `_${this.#title.day.replaceAll("-", "")}.csv`;
  }

  get headers(): Record<string, string> {
    const { asciiTitle } = this.#title;
    return {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment({ name: this.name, asciiName: asciiTitle + this.#end }),
      "x-total-count": String(this.total),
      // Turns off the buffering of nginx, which would hide how fast the client reads.
      "x-accel-buffering": "no",
    };
  }
}
