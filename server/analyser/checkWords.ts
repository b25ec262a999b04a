import { LRUCache } from "lru-cache";
import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { entryReading, isEntryReading } from "../../domain/entries/rules.ts";
import {
  type Distinction,
  HEALTH_KINDS,
  type HealthFigure,
  type HealthSet,
  type HealthWord,
  healthFigure,
  MOST_SETS,
} from "../../domain/health/rules.ts";
import { undecided, wordSets } from "../../domain/health/sets.ts";
import { soundDistance } from "../../domain/readings/sounds.ts";
import { voiced } from "../../domain/text/katakana.ts";
import { searchKey, withoutCompanyKind } from "../../domain/text/searchKey.ts";
import { type Ipadic, type KnownWord, prepared, standardKanji } from "./ipadic.ts";
import { KANJI_READINGS } from "./kanjiReadings.ts";

/** A reading, with a voiced beginning behind other words, and with っ before them. */
export function soundChanges(
  reading: string,
  isLater: boolean,
  isEarlier: boolean,
): readonly string[] {
  const beginnings = isLater ? withVoice(reading) : [reading];
  if (!isEarlier || reading.length < 2 || !BEFORE_DOUBLED.has(reading.at(-1) ?? "")) {
    return beginnings;
  }
  return beginnings.flatMap((one) => [one, `${one.slice(0, -1)}っ`]);
}

const BEFORE_DOUBLED = new Set("きくちつ");

/** The voiced forms of a kana: は as ば and ぱ. */
const VOICES = new Map(
  Array.from("かきくけこさしすせそたちつてとはひふへほ", (kana): [string, string[]] => {
    const half = `${kana}\u309a`.normalize("NFC");
    return [kana, [voiced(kana), ...(half.length === 1 ? [half] : [])]];
  }),
);

function withVoice(reading: string): string[] {
  const voices = VOICES.get(reading.charAt(0)) ?? [];
  return [reading, ...voices.map((kana) => kana + reading.slice(1))];
}

interface WordVerdict {
  /** The surface can be read, but in no way as this reading. */
  isOdd: boolean;
  /** A word of everyday language with this reading. */
  isCommon: boolean;
}

type AskedWord = Pick<HealthWord, "surface" | "reading" | "partOfSpeech">;

/** Most words of a dictionary are asked for again. */
const verdicts = new LRUCache<string, WordVerdict>({ max: 100_000 });

export function wordVerdict(ipadic: Ipadic, word: AskedWord): WordVerdict {
  const key = `${word.surface}\t${word.reading}\t${word.partOfSpeech}`;
  const verdict = verdicts.get(key) ?? judgedWord(ipadic, word);
  verdicts.set(key, verdict);
  return verdict;
}

/**
 * Whether the reading of a word is made of readings that IPADIC knows for its parts, in any way to divide it
 * and with or without the kind of a corporation, and whether IPADIC has it as an everyday word. Surfaces with letters or numbers, which are said in many
 * ways, and those of which some part cannot be read are never odd.
 */
function judgedWord(ipadic: Ipadic, word: AskedWord): WordVerdict {
  const text = prepared(word.surface);
  const verdict = judgedText(ipadic, text, word);
  const name = withoutCompanyKind(text);
  return verdict.isOdd && name !== text ? judgedText(ipadic, name, word) : verdict;
}

function judgedText(
  ipadic: Ipadic,
  text: string,
  { reading, partOfSpeech }: AskedWord,
): WordVerdict {
  if (!/\p{Script=Han}/u.test(text)) return { isOdd: isOddKana(text, reading), isCommon: false };
  const isCommon =
    !NAMES.has(partOfSpeech) &&
    ipadic
      .wordsAt(text, 0)
      .some(({ length, words }) => length === text.length && words.some(isEveryday(reading)));
  if (isCommon || UNJUDGED.test(text)) return { isOdd: false, isCommon };
  const byKanji = !OF_WORDS.has(partOfSpeech);
  const readAs = (written: string) => reaches(ipadic, written, { reading, byKanji });
  if (readAs(text) || !reaches(ipadic, text)) return { isOdd: false, isCommon };
  const standard = standardKanji(text);
  return { isOdd: standard === text || !readAs(standard), isCommon };
}

/** What kinds of names are made of whole words; other readings of kanji would hide wrong ones. */
const OF_WORDS: ReadonlySet<PartOfSpeech> = new Set(["固有名詞", "地名", "組織名"]);

/** Letters and numbers, and kanji of two code units, which IPADIC does not have. */
const UNJUDGED = /[A-Za-z\d\u{10000}-\u{10ffff}]/u;

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

const isEveryday = (reading: string) => (word: KnownWord) =>
  word.reading === reading &&
  word.partOfSpeech === "名詞" &&
  word.cost <= (MOST_OF_EVERYDAY[word.division] ?? Number.NEGATIVE_INFINITY);

const ofKanji = new Map(
  KANJI_READINGS.trim()
    .split(/\s+/u)
    .map((line) => [line.charAt(0), line.slice(1).split(",")] as const),
);

interface Said {
  reading?: string;
  /** Whether kanji may be read as they are in other words alone. */
  byKanji?: boolean;
}

/** Whether words one after another make up a text, read as `reading`, or in any way without one. */
function reaches(ipadic: Ipadic, text: string, { reading, byKanji = false }: Said = {}): boolean {
  /** At each place of the text the places of the reading up to which it can be read. */
  const at: (Set<number> | undefined)[] = [new Set([0])];
  const extend = (end: number, said: number, one: string) => {
    if (reading !== undefined && !reading.startsWith(one, said)) return;
    const here = at[end] ?? new Set();
    at[end] = here.add(reading === undefined ? 0 : said + one.length);
  };
  const sayWord = (
    own: string,
    { from, end, said }: { from: number; end: number; said: number },
  ) => {
    for (const one of soundChanges(own, from > 0, end < text.length)) extend(end, said, one);
  };
  for (let place = 0; place < text.length; place += 1) {
    const here = at[place];
    if (!here) continue;
    const character = text.charAt(place);
    const literal = saidAs(character) ?? (byKanji ? ofKanji.get(character) : undefined) ?? [];
    const steps = ipadic.wordsAt(text, place);
    for (const said of here) {
      for (const one of literal) extend(place + 1, said, one);
      for (const { length, words } of steps) {
        const end = place + length;
        for (const { reading: own } of words) {
          if (own !== null) sayWord(own, { from: place, end, said });
        }
      }
    }
  }
  return at[text.length]?.has(reading?.length ?? 0) ?? false;
}

/** How a character is said that is no kanji: kana as they are, signs as nothing. */
function saidAs(character: string): readonly string[] | undefined {
  if (/^[ヶヵ]$/u.test(character)) return ["が", "け", "か"];
  const kana = entryReading(character);
  if (character === "ー" || isEntryReading(kana)) return [kana];
  if (/\p{Script=Han}/u.test(character)) return undefined;
  return [""];
}

export interface CheckedWords {
  /** Each the JSON of an array of words. */
  pages: readonly SharedArrayBuffer[];
  /** The ids of those that no transcript was made with. */
  unused: readonly number[];
  distinctions: readonly Distinction[];
}

export interface HealthFindings {
  figure: HealthFigure;
  /** Up to MOST_SETS of each kind. */
  sets: HealthSet[];
}

/** Everything that is found of words, without what people have decided. */
export function checkWords(
  ipadic: Ipadic,
  { pages, unused, distinctions }: CheckedWords,
): HealthFindings {
  const words = pages.flatMap((page): HealthWord[] => JSON.parse(Buffer.from(page).toString()));
  const alone = (kind: HealthSet["kind"], entryIds: readonly number[]) =>
    entryIds.map((entryId): HealthSet => ({ kind, entryIds: [entryId] }));
  const verdicts = words.map((word) => ({ word, ...wordVerdict(ipadic, word) }));
  const idsOf = (which: "isOdd" | "isCommon") =>
    verdicts.flatMap((verdict) => (verdict[which] ? [verdict.word.entryId] : []));
  const found = undecided(
    [
      ...wordSets(words),
      ...alone("ODD_READING", idsOf("isOdd")),
      ...alone("UNUSED", unused),
      ...alone("COMMON", idsOf("isCommon")),
    ],
    distinctions,
  );
  const sets = HEALTH_KINDS.flatMap((kind) =>
    found.filter((set) => set.kind === kind).slice(0, MOST_SETS),
  );
  return { figure: healthFigure(words.length, found), sets };
}
