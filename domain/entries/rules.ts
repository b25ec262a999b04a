import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "../dictionaries/rules.ts";
import { katakana, unvoiced, voiced } from "../text/katakana.ts";
import { formatNumber } from "../text/numbers.ts";
import { seenKey, withoutUnseen } from "../text/unseen.ts";

/**
 * The limits of a dictionary's entries (docs/product/dictionaries.md#entries); lengths in code
 * points.
 */
export const MOST_ENTRIES = 10_000;
export const SURFACE_LENGTH = 100;
export const READING_LENGTH = 64;
export const NOTE_LENGTH = 200;
export const LEAST_WEIGHT = 1;
export const MOST_WEIGHT = 3;
export const DEFAULT_WEIGHT = 2;

/** What people write of an entry, in the order of the screens and of exported files. */
export const ENTRY_FIELDS = [
  "surface",
  "reading",
  "partOfSpeech",
  "weight",
  "note",
  "enabled",
] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];

/** An entry as text, by field; what a file does not state is missing. */
export type EntryCells = Partial<Record<EntryField, string>>;

export const NEEDED_FIELDS = ["surface", "reading"] as const satisfies readonly EntryField[];

/** The most operations of one batch, which are the most rows that can be pasted. */
export const MOST_OPERATIONS = 1_000;

export const MOST_WARNINGS = 3;

/**
 * A typed reading in hiragana: katakana and half-width kana are converted, spaces, ・ and what nobody
 * sees dropped, か゛ is が, いすゞ is いすず, a hyphen after kana is a long vowel. What is not kana
 * stays as it is (isEntryReading tells).
 */
export function entryReading(typed: string): string {
  // Most readings of files, of which there are thousands, are stored as they are.
  if (isEntryReading(typed)) return typed;
  return katakana(withoutUnseen(typed))
    .replace(/[\s・]/gu, "")
    .replace(/[ァ-ヶヽヾ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60))
    .replace(
      /([ぁ-ゖ])([ゝゞ]+)/gu,
      (_, kana: string, marks: string) => kana + repeated(kana, marks),
    );
}

/** What marks of repetition stand for: ゝ is the kana without the mark of voice (づゝ), ゞ with it. */
function repeated(kana: string, marks: string): string {
  return Array.from(marks, (mark) => (mark === "ゝ" ? unvoiced : voiced)(kana)).join("");
}

/** Whether a reading is hiragana and ー, as entries store it; ー alone is none. */
export function isEntryReading(text: string): boolean {
  return /^[ぁ-ゖー]*[ぁ-ゖ][ぁ-ゖー]*$/u.test(text);
}

/**
 * The same for entries that a dictionary cannot both have, which are those that people see as the
 * same; no text of an entry contains a tab.
 */
export function writtenAs({ surface, reading }: { surface: string; reading: string }): string {
  return `${seenKey(surface)}\t${reading}`;
}

/** Whether an entry of category `one` is used where another category has the same entry. */
export function winsOver(one: DictionaryCategory, other: DictionaryCategory): boolean {
  return DICTIONARY_CATEGORIES.indexOf(one) > DICTIONARY_CATEGORIES.indexOf(other);
}

export const entrySentences = {
  reading: "読みはひらがな・カタカナと「ー」で入力してください。",
  duplicate: "同じ表記と読みの単語がすでに登録されています。",
  deleted: "この単語はすでに削除されています。",
  twice: "同じ単語に対する操作が重複しています。",
  tooManyEntries: `1つの辞書に登録できる単語は${formatNumber(MOST_ENTRIES)}件までです。`,
  tooManyOperations: `一度に保存できる変更は${formatNumber(MOST_OPERATIONS)}件までです。`,
} as const;
