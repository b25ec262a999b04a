import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "./dictionaryRules.ts";
import { katakana } from "./katakana.ts";

/** The limits of a dictionary's entries (design 5); lengths in code points. */
export const MOST_ENTRIES = 10_000;
export const SURFACE_LENGTH = 100;
export const READING_LENGTH = 64;
export const NOTE_LENGTH = 200;
export const LEAST_WEIGHT = 1;
export const MOST_WEIGHT = 3;
export const DEFAULT_WEIGHT = 2;

/** The most operations of one batch. */
export const MOST_OPERATIONS = 200;

/** The most warnings of one kind that an entry carries. */
export const MOST_WARNINGS = 3;

/**
 * A typed reading in hiragana: katakana and half-width kana are converted, spaces dropped, a hyphen
 * after kana is a long vowel. What is not kana stays as it is (isEntryReading tells).
 */
export function entryReading(typed: string): string {
  return katakana(typed)
    .replace(/\s/gu, "")
    .replace(/[ァ-ヶ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

/** Whether a reading is hiragana and ー, as entries store it; ー alone is none. */
export function isEntryReading(text: string): boolean {
  return /^[ぁ-ゖー]*[ぁ-ゖ][ぁ-ゖー]*$/u.test(text);
}

/** Whether an entry of category `one` is used where another category has the same entry. */
export function winsOver(one: DictionaryCategory, other: DictionaryCategory): boolean {
  return DICTIONARY_CATEGORIES.indexOf(one) > DICTIONARY_CATEGORIES.indexOf(other);
}
