import { searchKey } from "../text/searchKey.ts";

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
