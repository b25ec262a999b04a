import { entryLabels } from "../../domain/entries/fields.ts";
import {
  ENTRY_FIELDS,
  type EntryCells,
  type EntryField,
  NEEDED_FIELDS,
} from "../../domain/entries/rules.ts";
import { enabledText } from "../../domain/entries/state.ts";
import { ENTRY_HEADINGS } from "../../domain/files/formats.ts";
import { defused, restored } from "../../domain/files/formulas.ts";
import { shortened } from "../../domain/text/shortened.ts";
import { isKana } from "./characters.ts";
import {
  type FileFormat,
  type HeadedRows,
  type StatedEntry,
  unreadable,
  type WrittenEntry,
} from "./format.ts";
import { HeadingFinder, type Headings } from "./headings.ts";

const finder = new HeadingFinder<EntryField>({
  fields: ENTRY_FIELDS,
  labels: entryLabels,
  otherNames: {
    surface: ["単語", "用語", "語句", "語", "登録語", "登録単語", "見出し語", "見出し"],
    reading: [
      ...["よみ", "読み仮名", "読みがな", "読みかな", "よみがな", "読み方", "よみかた"],
      ...["ふりがな", "振り仮名", "振りがな", "かな"],
    ],
    note: ["メモ", "コメント"],
  },
  readings: { surface: "reading" },
});

function entryHeadingsOf(cells: readonly string[]): Headings<EntryField> {
  return finder.headingsOf(cells);
}

/**
 * Whether a row is one of headings. Words of other formats are called like ours too: 表記,表記,ヒョウキ,
 * 名詞. So one needed column alone is not enough.
 */
function isHeadings({ positions, twice }: Headings<EntryField>): boolean {
  const needed = NEEDED_FIELDS.filter((field) => positions.has(field)).length;
  return (
    needed === NEEDED_FIELDS.length || (needed > 0 && positions.size > 1 && twice === undefined)
  );
}

/** No word is taken for a title, which is one filled cell or has no reading. */
function isWord(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 1 && filled.some(isKana);
}

/** The index of the row of headings of a list of words; -1 without one. */
function findEntryHeadings(rows: readonly (readonly string[])[]): number {
  return finder.find(rows, { accepts: isHeadings, endsTitles: isWord });
}

/** Reads rows below headings in any order. Throws if a needed column is missing or one is there twice. */
function below(headings: readonly string[], line: number): ReturnType<HeadedRows["below"]> {
  const { positions, twice, columns, ignored } = entryHeadingsOf(headings);
  if (twice !== undefined) throw unreadable("COLUMN_TWICE", line, shortened(twice));
  // Readings are proposed where a file has none.
  if (!positions.has("surface")) throw unreadable("COLUMN_MISSING", line, entryLabels.surface);
  const read: FileFormat["read"] = (row) => {
    const cell = (column: EntryField) => restored((row[positions.get(column) ?? -1] ?? "").trim());
    const stated: StatedEntry = { surface: cell("surface"), reading: cell("reading") };
    // An empty cell clears the note; the other columns have no empty value.
    if (positions.has("note")) stated.note = cell("note");
    for (const column of ["partOfSpeech", "weight", "enabled"] as const) {
      const value = cell(column);
      if (value !== "") stated[column] = value;
    }
    return [stated];
  };
  return { read, columns, ignored };
}

/** What an entry states as our own format writes it, but for `defused`. */
export function cellsOf(stated: StatedEntry): EntryCells {
  const cells: EntryCells = {};
  for (const field of ENTRY_FIELDS) {
    const value = stated[field];
    if (value !== undefined)
      cells[field] = typeof value === "boolean" ? enabledText(value) : String(value);
  }
  return cells;
}

function write(entry: WrittenEntry): string[] {
  const cells = cellsOf(entry);
  return ENTRY_FIELDS.map((field) => defused(cells[field] ?? ""));
}

const own = (delimiter: string): FileFormat => ({
  syntax: { delimiter, quoted: true, newline: "\r\n" },
  head: [ENTRY_HEADINGS.join(delimiter)],
  headed: { find: findEntryHeadings, below },
  fits: () => false,
  read: () => [],
  write,
});

export const csv = own(",");
export const tsv = own("\t");
