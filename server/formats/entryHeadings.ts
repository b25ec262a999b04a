import { entryLabels } from "../../domain/entries/fields.ts";
import { ENTRY_FIELDS, type EntryField, NEEDED_FIELDS } from "../../domain/entries/rules.ts";
import { HeadingFinder, type Headings } from "./headings.ts";
import { isKana } from "./kana.ts";

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

/** The columns of words below a row of headings. */
export function entryHeadingsOf(cells: readonly string[]): Headings<EntryField> {
  return finder.headingsOf(cells);
}

/**
 * Whether a row is one of headings. Words of other formats are called like ours too: 表記,表記,ヒョウキ,
 * 名詞. So one needed column alone is not enough.
 */
function isHeadings({ places, twice }: Headings<EntryField>): boolean {
  const needed = NEEDED_FIELDS.filter((field) => places.has(field)).length;
  return needed === NEEDED_FIELDS.length || (needed > 0 && places.size > 1 && twice === undefined);
}

/** No word is taken for a title, which is one filled cell or has no reading. */
function isWord(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 1 && filled.some(isKana);
}

/** The index of the row of headings of a list of words; -1 without one. */
export function findEntryHeadings(rows: readonly (readonly string[])[]): number {
  return finder.find(rows, { accepts: isHeadings, endsTitles: isWord });
}
