import { heardDistance, moraeOf } from "../readings/sounds.ts";
import type { CandidateKind, FoundCandidate, KnownEntry } from "./rules.ts";

interface KnownAs {
  kind: CandidateKind;
  /** The entry that the kind is about. */
  entry?: KnownEntry;
}

/** How much nearer, as a share of the sound, another reading is to what was heard than the entry's own. */
const NEARER = 0.15;

/**
 * What a candidate is to the entries with its surface; null where they have all that the texts tell, as a
 * reflected word of a text that nothing was recognised for. The entries are those of all dictionaries.
 */
export function knownAs(candidate: FoundCandidate, entries: readonly KnownEntry[]): KnownAs | null {
  const used = entries.filter(({ enabled, isForWorkspace }) => enabled && isForWorkspace);
  const [first] = used;
  if (!first) {
    const elsewhere = entries.find(({ enabled }) => enabled);
    if (elsewhere) return { kind: "KNOWN_OTHER_WORKSPACE", entry: elsewhere };
    const [disabled] = entries;
    return disabled ? { kind: "KNOWN_DISABLED", entry: disabled } : { kind: "NEW" };
  }
  if (hasOtherReading(candidate, used)) return { kind: "READING", entry: first };
  const behind = used.every(({ revision, fetched }) => (fetched ?? 0) < revision || revision === 0);
  if (behind) return { kind: "KNOWN_NOT_REFLECTED", entry: first };
  const isMisheard = candidate.evidence.some(({ before }) => before !== null);
  return isMisheard ? { kind: "KNOWN_MISHEARD", entry: first } : null;
}

/** Whether the text states another reading, or what was heard is nearer to another one. */
function hasOtherReading(
  { readings, heardReadings }: FoundCandidate,
  entries: readonly KnownEntry[],
): boolean {
  const known = new Set(entries.map(({ reading }) => reading));
  if (readings.some(({ reading, source }) => source === "TEXT" && !known.has(reading))) return true;
  if (heardReadings.length === 0) return false;
  const others = readings.filter(({ reading }) => !known.has(reading));
  const far = (reading: string) =>
    Math.min(...heardReadings.map((one) => soundShare(reading, one)));
  const nearest = Math.min(...[...known].map(far));
  return others.some(({ reading }) => far(reading) + NEARER <= nearest);
}

/** How much of two readings sounds differently: 0 for the same sound, 1 for nothing in common. */
export function soundShare(one: string, other: string): number {
  const sounds = [moraeOf(one), moraeOf(other)] as const;
  return heardDistance(...sounds) / Math.max(sounds[0].length, sounds[1].length, 1);
}

/** A word of a text as a morphological analyser divides it, by the names of IPADIC. */
export interface Morpheme {
  text: string;
  /** Offset in the text, in code units. */
  start: number;
  /** In hiragana; null where none is known. */
  reading: string | null;
  partOfSpeech: string;
  division: string;
  kind: string;
  name: string;
  isKnown: boolean;
}

/** From a word of a text to the one behind the last. */
export type Range = readonly [from: number, to: number];

/** Behind names: what people are called, and what they are. */
const TITLES = new Set(
  "さん 様 さま 氏 君 殿 先生 議員 委員 委員長 議長 副議長 部長 課長 係長 局長 室長 次長 所長 園長 校長 館長 社長 会長 専務 常務 主任 市長 町長 村長 知事 医師 技師 看護師 弁護士 裁判官 検事 教授 選手 監督".split(
    " ",
  ),
);
/** What says which one, and is no part of a term. */
const BEFORE_TERMS = new Set("本 当 各 同 両 御 お ご 約 毎 今 前回 次回 今回".split(" "));
const BEHIND_TERMS = new Set(
  "等 的 中 時 後 前 上 以上 以下 以内 以外 ごろ 頃 用 分 側 同士 件 たち ら など 化".split(" "),
);
/** Nouns that stand for others, or do not stand alone. */
const NO_TERM = new Set([
  "代名詞",
  "非自立",
  "数",
  "特殊",
  "接続詞的",
  "動詞非自立的",
  "引用文字列",
]);

/** Whether a word may be a part of a term: a noun or its prefix, in letters; no number and no pronoun. */
function isOfTerm({ text, partOfSpeech, division, kind }: Morpheme): boolean {
  if (!/^[\p{L}ー々ヶ\d]+$/u.test(text) || /^\d+$/u.test(text)) return false;
  if (partOfSpeech === "接頭詞") return division === "名詞接続" && !/^[ぁ-ゖ]/u.test(text);
  if (partOfSpeech !== "名詞" || NO_TERM.has(division)) return false;
  if (division === "接尾") return kind !== "助数詞" && kind !== "人名" && kind !== "助動詞語幹";
  return division !== "副詞可能" || !/^[ぁ-ゖ]+$/u.test(text);
}

const KANJI = /^[\p{Script=Han}々]+$/u;

/** The same for a place of a text: a verb in kanji alone is a part of the noun behind it (誤 of 誤嚥). */
export function isOfTermAt(words: readonly Morpheme[], at: number): boolean {
  const word = words[at];
  if (!word) return false;
  if (isOfTerm(word)) return true;
  const next = words[at + 1];
  const isVerb = word.partOfSpeech === "動詞" && KANJI.test(word.text);
  return isVerb && next !== undefined && isOfTerm(next) && KANJI.test(next.text);
}

/** The run of words of terms around a range, which a term may fill. */
export function runAround(words: readonly Morpheme[], [from, to]: Range): Range {
  let [start, end] = [from, to];
  const belongs = (at: number) => isOfTermAt(words, at) && words[at]?.division !== "副詞可能";
  while (belongs(start - 1)) start -= 1;
  while (belongs(end)) end += 1;
  return trimmedTerm(words, [start, end]);
}

/** A run without titles and without what says which one. */
export function trimmedTerm(words: readonly Morpheme[], [from, to]: Range): Range {
  let [start, end] = [from, to];
  const textAt = (at: number) => words[at]?.text ?? "";
  while (end - start > 1 && (BEHIND_TERMS.has(textAt(end - 1)) || TITLES.has(textAt(end - 1)))) {
    end -= 1;
  }
  const isBefore = (at: number) =>
    BEFORE_TERMS.has(textAt(at)) || words[at]?.division === "副詞可能";
  while (end - start > 1 && isBefore(start)) start += 1;
  return [start, end];
}

export function textOf(words: readonly Morpheme[], [from, to]: Range): string {
  return words
    .slice(from, to)
    .map(({ text }) => text)
    .join("");
}

/** Suffixes and last words of names of organizations and places. */
const ORGANIZATION =
  /(?:会社|銀行|組合|委員会|協会|財団|病院|大学|商事|商会|商店|工業|製作所|建設|通商|物産|省|庁|局|部|課|室|会)$/u;
const PLACE = /(?:[都道府県市区町村]|地区|橋|駅|川|山)$/u;

/** The part of speech of a term, by the words of entries (domain/entries/partsOfSpeech.ts). */
export function partOfSpeechOf(
  words: readonly Morpheme[],
): "人名" | "姓" | "名" | "地名" | "組織名" | "固有名詞" | "名詞" {
  const names = words.filter(({ kind }) => kind === "人名");
  const text = words.map((word) => word.text).join("");
  if (names.length === words.length && words.length > 0) {
    if (words.length > 1) return "人名";
    return words[0]?.name === "姓" ? "姓" : words[0]?.name === "名" ? "名" : "人名";
  }
  const isProper = words.some(({ division }) => division === "固有名詞");
  if (words.length > 1 && ORGANIZATION.test(text)) return "組織名";
  if (words.some(({ kind }) => kind === "地域") && PLACE.test(text)) return "地名";
  if (words.length === 1 && words[0]?.kind === "地域") return "地名";
  if (words.length === 1 && words[0]?.kind === "組織" && words[0].isKnown) return "組織名";
  return isProper ? "固有名詞" : "名詞";
}
