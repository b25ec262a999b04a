import { type EntryField, MOST_OPERATIONS } from "./rules.ts";

/** The longest cell that can be handed over unsaved, in code points: more than any field may have. */
export const LONGEST_CELL = 500;

/** The most bytes of rows that are handed over unsaved: what a body has room for. */
const MOST_BYTES = 60 * 1024;

/** The same schema for each cell of a row. */
export const eachCell = <Schema>(cell: Schema) =>
  ({
    surface: cell,
    reading: cell,
    partOfSpeech: cell,
    weight: cell,
    note: cell,
    enabled: cell,
  }) satisfies Record<EntryField, Schema>;

type Cells = Readonly<Record<string, string | undefined>>;

/** Whether unsaved rows can be handed over: so many, and so long. */
export function canHandOver(rows: readonly { texts: Cells }[]): boolean {
  if (rows.length > MOST_OPERATIONS) return false;
  const isLong = (text: string | undefined) => [...(text ?? "")].length > LONGEST_CELL;
  if (rows.some(({ texts }) => Object.values(texts).some(isLong))) return false;
  return new TextEncoder().encode(JSON.stringify(rows)).length <= MOST_BYTES;
}
