import { foldCompanyMarks } from "./companyMarks.ts";
import { KANJI_VARIANTS } from "./kanjiVariants.ts";
import { voiced } from "./voicedKana.ts";

const standardOf = new Map(
  KANJI_VARIANTS.trim()
    .split(/\s+/)
    .flatMap((forms) => {
      const [standard = "", ...others] = forms;
      return others.map((other): [string, string] => [other, standard]);
    }),
);

/** Other forms of kanji, and katakana. */
const FOLDED_LETTERS = new RegExp(
  `[${[...standardOf.keys()].join("")}\\u30a1-\\u30fa\\u30fd\\u30fe]`,
  "gu",
);

/** Spaces and invisible characters: zero-width characters, variation selectors of kanji. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Hyphens, dashes, minus signs, the long vowel mark and the lines typed for them. */
const LINES = /[-\u2010-\u2015\u2212\u2500\u2501\u2e3a\u2e3bー]/gu;

/** Small kana, ヰ and ヱ as hiragana. */
const KANA = pairs("ぁあ ぃい ぅう ぇえ ぉお っつ ゃや ゅゆ ょよ ゎわ ゕか ゖけ ゐい ゑえ");
const FOLDED_KANA = new RegExp(`[${[...KANA.keys()].join("")}]`, "gu");
const VOICED_V = pairs("あば いび えべ おぼ ゆびゆ よびよ");
const VOICED_W = pairs("ヷば ヸび ヹべ ヺぼ");

const KANJI = "[\\p{Unified_Ideograph}々〆]";
/** ヶ, ヵ and what is written for them: 市ヶ谷, 市ケ谷; 霞が関, 霞ヶ関. */
const BETWEEN_KANJI = new RegExp(`(?<=${KANJI})[ゖゕかがけ](?=${KANJI})`, "gu");
/** The small letters stand for it beside one kanji too, so that 霞ヶ finds 霞が関. */
const BESIDE_KANJI = new RegExp(`(?<=${KANJI})[ゖゕ]|[ゖゕ](?=${KANJI})`, "gu");

/**
 * The key under which text is searched (docs/product/dictionaries.md#search): what Japanese users
 * take for the same name has the same key. NFKC, lower case, katakana as hiragana, no spaces; one
 * form of a kanji (髙 as 高), of a company mark (㈱ as 株式会社), of hyphens and ー; large kana for
 * small ones; ヶ, ヵ, か, が and け alike between kanji; repeated characters for 々, ゝ and ゞ; バ for
 * ヴァ. Idempotent. The stored text does not change.
 */
export function searchKey(text: string): string {
  // Normalizes again: without a space between them, a letter and a mark may combine (か゛).
  const plain = text.normalize("NFKC").toLowerCase().replace(UNSEEN, "").normalize("NFKC");
  const letters = plain.replace(FOLDED_LETTERS, (c) => hiragana(standardOf.get(c) ?? c));
  return foldV(repeated(foldKana(foldCompanyMarks(letters.normalize("NFKC")))))
    .replace(LINES, "-")
    .replaceAll("。", ".");
}

/** One key for several texts, such as name and e-mail. A search never matches across two. */
export function searchKeys(...texts: (string | null | undefined)[]): string {
  return texts.flatMap((text) => (text ? [searchKey(text)] : [])).join(" ");
}

function foldKana(text: string): string {
  return text
    .replace(BETWEEN_KANJI, "が")
    .replace(BESIDE_KANJI, "が")
    .replace(FOLDED_KANA, (kana) => KANA.get(kana) ?? kana)
    .normalize("NFKC");
}

/** ヴァ as バ, after small kana became large. */
function foldV(text: string): string {
  return text.replace(/ゔ([あいえおゆよ]?)/gu, (_, vowel: string) => VOICED_V.get(vowel) ?? "ぶ");
}

/** 佐々木 as 佐佐木, いすゞ as いすず; a mark that combines with a repeated kana may be repeated too. */
function repeated(text: string): string {
  const written = text
    .replace(/(\p{Unified_Ideograph})(々+)/gu, (_, kanji: string, marks: string) =>
      kanji.repeat(1 + marks.length),
    )
    .replace(/([ぁ-ゖ])([ゝゞ]+)/gu, (_, kana: string, marks: string) =>
      [kana, ...Array.from(marks, (mark) => (mark === "ゝ" ? kana : voiced(kana)))].join(""),
    )
    .normalize("NFKC");
  return written === text ? text : repeated(written);
}

function pairs(written: string): Map<string, string> {
  return new Map(written.split(" ").map((pair) => [pair.charAt(0), pair.slice(1)]));
}

function hiragana(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isKatakana = (code >= 0x30a1 && code <= 0x30f6) || code === 0x30fd || code === 0x30fe;
  return isKatakana ? String.fromCodePoint(code - 0x60) : (VOICED_W.get(character) ?? character);
}
