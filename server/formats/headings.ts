import { entryLabels } from "../../domain/entries/labels.ts";
import { ENTRY_FIELDS, type EntryField, NEEDED_FIELDS } from "../../domain/entries/rules.ts";
import { importErrorLabels } from "../../domain/imports/sentences.ts";
import { listedWord } from "../../domain/text/listedWord.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { shortened } from "../../domain/text/shortened.ts";
import { isKana } from "./format.ts";

/** What people and other programs write above the columns besides our labels and field names. */
const OTHER_NAMES: Readonly<Partial<Record<EntryField, readonly string[]>>> = {
  surface: ["単語", "用語", "語句", "語", "登録語", "登録単語", "見出し語", "見出し"],
  reading: [
    ...["よみ", "読み仮名", "読みがな", "読みかな", "よみがな", "読み方", "よみかた"],
    ...["ふりがな", "振り仮名", "振りがな", "かな"],
  ],
  note: ["メモ", "コメント"],
};

/** Titles, dates and the like that may stand above the headings. */
export const MOST_TITLE_ROWS = 10;

/** Remarks beside a name: （必須）, 【ひらがな】, *, ※. */
const REMARK = /\([^)]*\)|\[[^\]]*\]|【[^】]*】|〔[^〕]*〕|[*※:]/gu;

const keyOf = (name: string) => searchKey(name.replace(REMARK, ""));

const fieldOfName = new Map(
  ENTRY_FIELDS.flatMap((field) =>
    [entryLabels[field], field, ...(OTHER_NAMES[field] ?? [])].map((name): [string, EntryField] => [
      keyOf(name),
      field,
    ]),
  ),
);

/** A heading that means a field. */
interface Named {
  field: EntryField;
  key: string;
  place: number;
  /** It is the label of the field, which comes before other names. */
  isLabel: boolean;
}

function namedColumns(cells: readonly string[]): Named[] {
  return cells.flatMap((cell, place) => {
    const name = listedWord(cell);
    const key = name === undefined ? "" : keyOf(name);
    const field = fieldOfName.get(key);
    if (!field) return [];
    return [
      { field, key, place, isLabel: key === keyOf(entryLabels[field]) || key === keyOf(field) },
    ];
  });
}

/** The heading of a field, and the one that is called the same, if there is one. */
function columnOf(field: EntryField, named: readonly Named[]): Named[] {
  const all = named.filter((one) => one.field === field);
  const labelled = all.filter(({ isLabel }) => isLabel);
  const [first, ...others] = labelled.length > 0 ? labelled : all;
  if (!first) return [];
  const twin = others.find(({ isLabel, key }) => isLabel || key === first.key);
  return twin ? [first, twin] : [first];
}

/** What a row of headings says. */
export interface Headings {
  /** Where each column stands. */
  places: ReadonlyMap<EntryField, number>;
  /** A heading that is there twice. */
  twice: string | undefined;
}

/** The columns of a row of headings. Of several names of a field, its label or the first one counts. */
export function headingsOf(cells: readonly string[]): Headings {
  const named = namedColumns(cells);
  const columns = ENTRY_FIELDS.map((field) => columnOf(field, named));
  const twin = columns.find(([, second]) => second)?.[1];
  return {
    places: new Map(columns.flatMap(([first]) => (first ? [[first.field, first.place]] : []))),
    twice: twin && cells[twin.place],
  };
}

/**
 * Whether a row is one of headings. Words of other formats are called like ours too: 表記,表記,ヒョウキ,
 * 名詞. So one needed column alone is not enough.
 */
function isHeadings(cells: readonly string[]): boolean {
  const { places, twice } = headingsOf(cells);
  const needed = NEEDED_FIELDS.filter((field) => places.has(field)).length;
  return needed === NEEDED_FIELDS.length || (needed > 0 && places.size > 1 && twice === undefined);
}

const isFilled = (cell: string) => cell.trim() !== "";

/**
 * The index of the row of headings; -1 without one. Above it may stand titles: rows of one filled
 * cell, or without a reading, so that no word is taken for one.
 */
export function findHeadings(rows: readonly (readonly string[])[]): number {
  for (const [index, cells] of rows.slice(0, MOST_TITLE_ROWS + 1).entries()) {
    if (isHeadings(cells)) return index;
    const filled = cells.filter(isFilled);
    if (filled.length > 1 && filled.some(isKana)) return -1;
  }
  return -1;
}

/** What a file of error rows has besides; both together are such a file's. */
const ERROR_HEADINGS: readonly string[] = [importErrorLabels.line, importErrorLabels.reason];

/** Headings whose columns are not imported, each shortened. */
export function ignoredHeadings(cells: readonly string[]): string[] {
  const taken = new Set(headingsOf(cells).places.values());
  const ignored = cells.filter((cell, n) => isFilled(cell) && !taken.has(n)).map(shortened);
  return ERROR_HEADINGS.every((heading) => ignored.includes(heading))
    ? ignored.filter((heading) => !ERROR_HEADINGS.includes(heading))
    : ignored;
}

/** How many columns have a heading, those between included. */
export function columnsBelow(cells: readonly string[]): number {
  return cells.findLastIndex(isFilled) + 1;
}
