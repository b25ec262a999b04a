import { KANJI_VARIANTS } from "./kanjiVariants.ts";
import { voiced } from "./katakana.ts";

/**
 * Kinds of corporations and how they are abbreviated in brackets: the signs of Unicode (㈱, which
 * NFKC writes as (株)) and what registers and bank transfers write (全国銀行協会, 法人略語). An
 * abbreviation with several meanings, such as (合), is missing.
 */
const KINDS = `
株式会社 株 有限会社 有 合名会社 名 合資会社 資 合同会社 同 相互会社 相 特殊会社 特
一般社団法人 一社 公益社団法人 公社 社団法人 社 一般財団法人 一財 公益財団法人 公財 財団法人 財
学校法人 学 医療法人 医 社会医療法人 社医 医療法人社団 医社 医療法人財団 医財 社会福祉法人 福
宗教法人 宗 独立行政法人 独 地方独立行政法人 地独 国立研究開発法人 研 国立大学法人 大
特定非営利活動法人 特非 弁護士法人 弁 税理士法人 税 司法書士法人 司 行政書士法人 行
社会保険労務士法人 労 農事組合法人 農 監査法人 監`;

const words = KINDS.trim().split(/\s+/);
const kindOf = new Map(
  words.flatMap((word, n): [string, string][] => (n % 2 === 1 ? [[word, words[n - 1] ?? ""]] : [])),
);
const MARK = new RegExp(`[([〔【]\\.?(${[...kindOf.keys()].join("|")})[)\\]〕】]`, "gu");

/**
 * Writes the kind of a corporation in full: (株)デモ as 株式会社デモ. Of text in NFKC without spaces;
 * a part such as 株式 then finds every one of its forms.
 */
function foldCompanyMarks(text: string): string {
  return text
    .replace(MARK, (mark, short: string) => kindOf.get(short) ?? mark)
    .replaceAll("npo法人", "特定非営利活動法人");
}

const FULL_KINDS = [...kindOf.values()].join("|");
const OUTER_KIND = new RegExp(`^(${FULL_KINDS})|(${FULL_KINDS})$`, "u");

/** A name without the kind of a corporation before or behind it, unless it is nothing else. */
export function withoutCompanyKind(text: string): string {
  return foldCompanyMarks(text).replace(OUTER_KIND, "") || text;
}

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
