import { searchKey } from "../text/searchKey.ts";

/** Soft hyphen, zero-width characters, variation selectors. */
const UNSEEN = /[\p{Variation_Selector}\u00ad\u180e\u200b-\u200d\u2060]/gu;

/** The capital letters of Latin-1 and JIS X 0208. */
const CAPITALS = /[A-ZÀ-ÖØ-ÞΑ-ΡΣ-ΩЁА-Я]/gu;

/**
 * A surface as it is compared with a text: without invisible characters, NFKC, in small letters.
 * The function entry_fold of the database does the same.
 */
export function entryFold(text: string): string {
  return text
    .replace(UNSEEN, "")
    .normalize("NFKC")
    .replace(CAPITALS, (letter) => letter.toLowerCase());
}

/** A folded text and where each of its code units comes from. */
export interface FoldedText {
  folded: string;
  /** The folded text with katakana as hiragana; as long as `folded`. */
  kana: string;
  /** Offset in the source of the character from which the unit comes. */
  starts: Uint32Array;
  /** Offset in the source behind that character. */
  ends: Uint32Array;
}

/**
 * A character with the marks that combine with it. Their number is limited, as normalizing a long
 * run of marks takes quadratic time.
 */
const CLUSTER = /[\s\S][\p{M}\uff9e\uff9f\u00ad\u180e\u200b-\u200d\u2060]{0,30}/gu;

/** Control characters and lone surrogates, which no entry contains and no database takes. */
const NEVER = /[\p{Cc}\p{Cs}]/gu;

/** Folds a text character by character, so that a place in it can be told from one in the result. */
export function foldWithPositions(text: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const known = new Map<string, string>();
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = known.get(cluster) ?? entryFold(cluster).replace(NEVER, "\n");
    known.set(cluster, part);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  const folded = parts.join("");
  return {
    folded,
    kana: hiragana(folded),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
  };
}

/** Whether one of the source's characters begins at this unit of the folded text, or the text ends. */
export function isEdge({ starts }: Pick<FoldedText, "starts">, unit: number): boolean {
  return unit === 0 || unit === starts.length || starts[unit] !== starts[unit - 1];
}

function hiragana(text: string): string {
  return text.replace(/[ァ-ヶ]/gu, (kana) =>
    String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60),
  );
}

const VOWELS = [
  "アカサタナハマヤラワ",
  "イキシチニヒミリ",
  "ウクスツヌフムユル",
  "エケセテネヘメレ",
  "オコソトノホモヨロヲ",
];
const LARGE: Readonly<Record<string, string>> = {
  ァ: "ア",
  ィ: "イ",
  ゥ: "ウ",
  ェ: "エ",
  ォ: "オ",
  ッ: "ツ",
  ャ: "ヤ",
  ュ: "ユ",
  ョ: "ヨ",
  ヮ: "ワ",
  ヵ: "カ",
  ヶ: "ケ",
};

/**
 * The key that sorts a name by its reading in 五十音順, as dictionaries do (JIS X 4061): by the
 * letters without marks and sizes, a long vowel as its vowel (コーヒー as コオヒイ); then か before が,
 * small before large; then by the name. Compared by code point. Null without a reading.
 */
export function readingOrder(kana: string | null | undefined, name: string): string | null {
  if (!kana) return null;
  const letters = kana.replaceAll(/[ ・]/gu, "");
  return `${plainLetters(letters)} ${letters} ${searchKey(name)}`;
}

/** Katakana without marks and sizes, a long vowel as its vowel. */
export function plainLetters(letters: string): string {
  let plain = "";
  for (const letter of letters.normalize("NFD").replaceAll(/[\u3099\u309a]/gu, "")) {
    plain += letter === "ー" ? vowelOf(plain.slice(-1)) : (LARGE[letter] ?? letter);
  }
  return plain;
}

/** The vowel that ー lengthens; ー itself after ン or nothing. */
function vowelOf(letter: string): string {
  const row = letter && VOWELS.find((letters) => letters.includes(letter));
  return row ? row.charAt(0) : "ー";
}
