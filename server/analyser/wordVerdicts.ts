import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { entryReading, isEntryReading } from "../../domain/entries/rules.ts";
import type { HealthWord } from "../../domain/health/rules.ts";
import { soundDistance } from "../../domain/readings/soundDistance.ts";
import { voiced } from "../../domain/text/katakana.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { Ipadic, IpadicWord } from "./ipadic.ts";
import { prepared, standardKanji } from "./prepared.ts";

/** What the analyser knows of a word. */
export interface WordVerdict {
  /** The surface can be read, but in no way as this reading. */
  isOdd: boolean;
  /** A word of everyday language with this reading. */
  isCommon: boolean;
}

type AskedWord = Pick<HealthWord, "surface" | "reading" | "partOfSpeech">;

/** Verdicts that are kept, since most words of a dictionary are asked for again. */
const MOST_KEPT = 100_000;
const kept = new Map<string, WordVerdict>();

/** The same from memory where the word was asked for before. */
export function wordVerdict(ipadic: Ipadic, word: AskedWord): WordVerdict {
  const key = `${word.surface}\t${word.reading}\t${word.partOfSpeech}`;
  const known = kept.get(key) ?? judgedWord(ipadic, word);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, known);
  return known;
}

/**
 * Whether the reading of a word is made of readings that IPADIC knows for its parts, in any way to divide it,
 * and whether IPADIC has it as an everyday word. Surfaces with letters or numbers, which are said in many
 * ways, and those of which some part cannot be read are never odd.
 */
function judgedWord(ipadic: Ipadic, { surface, reading, partOfSpeech }: AskedWord): WordVerdict {
  const text = prepared(surface);
  if (!/\p{Script=Han}/u.test(text)) return { isOdd: isOddKana(text, reading), isCommon: false };
  const words = ipadic.words(text);
  const isCommon =
    !NAMES.has(partOfSpeech) && words.some((word) => isEveryday(word, text, reading));
  if (isCommon || /[A-Za-z\d]/u.test(text)) return { isOdd: false, isCommon };
  const own = readsAs(text, words, reading);
  if (own !== "other") return { isOdd: false, isCommon };
  const standard = standardKanji(text);
  const isRead = standard !== text && readsAs(standard, ipadic.words(standard), reading) === "yes";
  return { isOdd: !isRead, isCommon };
}

/** Names that are everyday words, too, are there as names. */
const NAMES: ReadonlySet<PartOfSpeech> = new Set([
  "固有名詞",
  "人名",
  "姓",
  "名",
  "地名",
  "組織名",
]);

/** Whether kana are said otherwise than they are written; は, へ and を may be particles. */
function isOddKana(text: string, reading: string): boolean {
  const kana = entryReading(text);
  if (!isEntryReading(kana) || /[はへを]/u.test(kana)) return false;
  return searchKey(kana) !== searchKey(reading) && soundDistance(kana, reading, 0.5) > 0.5;
}

/**
 * The cost of a word in IPADIC falls with how often its corpus has it; one that the corpus does not have costs
 * 4,400 and more as a noun of action and 5,400 and more as another noun, by its length.
 */
const MOST_OF_EVERYDAY: Readonly<Record<string, number>> = {
  サ変接続: 4_300,
  一般: 5_000,
  副詞可能: 5_400,
  形容動詞語幹: 5_000,
};

function isEveryday(word: IpadicWord, text: string, reading: string): boolean {
  return (
    word.start === 0 &&
    word.end === text.length &&
    word.reading === reading &&
    word.partOfSpeech === "名詞" &&
    word.cost <= (MOST_OF_EVERYDAY[word.division] ?? Number.NEGATIVE_INFINITY)
  );
}

/** Whether words one after another read as this; `unread` if no words make up the text at all. */
function readsAs(
  text: string,
  words: readonly IpadicWord[],
  reading: string,
): "yes" | "other" | "unread" {
  /** At each place of the text the places of the reading up to which it can be read. */
  const at: Set<number>[] = Array.from({ length: text.length + 1 }, () => new Set());
  const isReached = [true];
  at[0]?.add(0);
  const from = new Map<number, { end: number; readings: readonly string[] }[]>();
  const add = (start: number, step: { end: number; readings: readonly string[] }) => {
    const steps = from.get(start);
    if (steps) steps.push(step);
    else from.set(start, [step]);
  };
  for (const { start, end, reading: own } of words) {
    if (own !== null)
      add(start, { end, readings: soundChanges(own, start > 0, end < text.length) });
  }
  for (const [place, character] of [...text].entries()) {
    const said = saidAs(character);
    if (said) add(place, { end: place + character.length, readings: said });
  }
  for (let place = 0; place < text.length; place += 1) {
    if (!isReached[place]) continue;
    for (const { end, readings } of from.get(place) ?? []) {
      isReached[end] = true;
      for (const said of at[place] ?? []) {
        for (const one of readings) {
          if (reading.startsWith(one, said)) at[end]?.add(said + one.length);
        }
      }
    }
  }
  if (!isReached[text.length]) return "unread";
  return at[text.length]?.has(reading.length) ? "yes" : "other";
}

/** How a character is said that is no kanji: kana as they are, signs as nothing. */
function saidAs(character: string): readonly string[] | undefined {
  if (/^[ヶヵ]$/u.test(character)) return ["が", "け", "か"];
  const kana = entryReading(character);
  if (character === "ー" || isEntryReading(kana)) return [kana];
  if (/\p{Script=Han}/u.test(character)) return undefined;
  return [""];
}

/** A reading, with a voiced beginning behind other words, and with っ before them. */
function soundChanges(reading: string, isLater: boolean, isEarlier: boolean): string[] {
  const beginnings = isLater ? [reading, ...voicedBeginnings(reading)] : [reading];
  if (!isEarlier || !/[きくちつ]$/u.test(reading) || reading.length < 2) return beginnings;
  return beginnings.flatMap((one) => [one, `${one.slice(0, -1)}っ`]);
}

function voicedBeginnings(reading: string): string[] {
  const first = reading.charAt(0);
  const half = /[はひふへほ]/u.test(first) ? [`${first}\u309a`.normalize("NFC")] : [];
  return [voiced(first), ...half]
    .filter((one) => one !== first)
    .map((one) => one + reading.slice(1));
}
