import { stringify } from "csv-stringify/sync";
import iconv from "iconv-lite";
import {
  BILLING_COLUMNS,
  type BillingEncoding,
  type BillingFormat,
  hasHeading,
} from "../../../domain/billing/formats.ts";
import type { BilledStatement, BillingSettings } from "../../../domain/billing/rules.ts";
import { type BillingFault, writtenStatement } from "../../../domain/billing/written.ts";
import { canEncode } from "../../formats/characters.ts";
import { CODECS } from "../../formats/encodings.ts";

export interface FileForm {
  format: BillingFormat;
  encoding: BillingEncoding;
  settings: BillingSettings;
}

export interface BillingRows<Statement> {
  /** Of the statements that can be written, in their order. */
  rows: string[][];
  written: Statement[];
  refused: { statement: Statement; faults: BillingFault[] }[];
}

/** The rows of statements in a format, and those that it cannot hold. */
export function rowsOf<Statement extends BilledStatement>(
  statements: readonly Statement[],
  { encoding, ...form }: FileForm,
): BillingRows<Statement> {
  const lacks = (text: string) => [...text].find((one) => !canEncode(one, encoding));
  const all: BillingRows<Statement> = { rows: [], written: [], refused: [] };
  for (const statement of statements) {
    const { rows, faults } = writtenStatement(statement, form, lacks);
    if (faults.length > 0) {
      all.refused.push({ statement, faults });
    } else {
      all.rows.push(...rows);
      all.written.push(statement);
    }
  }
  return all;
}

/** Rows as a file, with the heading of its format. Lines end in CRLF; no cell is defused. */
export function fileOf(
  rows: readonly (readonly string[])[],
  { format, encoding }: Pick<FileForm, "format" | "encoding">,
): Uint8Array {
  const heading = hasHeading(format) ? [BILLING_COLUMNS[format].map(({ name }) => name)] : [];
  const text = stringify(
    [...heading, ...rows].map((cells) => [...cells]),
    {
      record_delimiter: "windows",
      quoted_match: /[\r\n]/,
    },
  );
  return iconv.encode(text, CODECS[encoding], { addBOM: encoding === "utf-8-bom" });
}
