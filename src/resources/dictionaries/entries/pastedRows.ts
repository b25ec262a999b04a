import { entries as texts } from "../../../i18n/ja/resources/entries.ts";
import { FIELDS, type Field, type Texts } from "./entryCells.ts";

export const MOST_PASTED = 1_000;

/** The cells that a spreadsheet copies: quoted where they hold line breaks, tabs or quotes. */
export async function pastedCells(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  return parse(text, {
    delimiter: "\t",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
}

/** Whether what is pasted is more than the text of one cell. */
export function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.replace(/\r?\n$/, ""));
}

/** Pasted cells as rows of fields from `first` on; a first row of the columns' names is left out. */
export function pastedRows(cells: readonly (readonly string[])[], first: Field): Texts[] {
  const fields = FIELDS.slice(FIELDS.indexOf(first));
  const labels: Record<string, string> = texts.fields;
  const isHeading =
    cells[0]?.length && cells[0].every((cell, n) => cell === labels[fields[n] ?? ""]);
  return cells.slice(isHeading ? 1 : 0).map((row) =>
    // A cell of a spreadsheet may have several lines; an entry's has one.
    Object.fromEntries(
      fields.flatMap((f, n) => (row[n] === undefined ? [] : [[f, oneLine(row[n])]])),
    ),
  );
}

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n\t]+\s*/g, " ").trim();
