import { entryReading, isEntryReading } from "../../domain/entries/rules.ts";
import { letterReadings, numberReadings, withCounter } from "../../domain/readings/spelled.ts";
import { voiced } from "../../domain/text/katakana.ts";
import type { Ipadic, IpadicWord } from "./ipadic.ts";

/** A word of an own dictionary that stands in a text, in the form of `entryFold`. */
export interface OwnWord {
  key: string;
  reading: string;
}

/** A way to read a text from its beginning to a place. */
export interface ReadingPath {
  reading: string;
  cost: number;
  /** Whether a word of an own dictionary is part of it. */
  hasOwn: boolean;
  /** Whether it consists of letters, numbers and signs. */
  isSpelled: boolean;
}

/** Readings that are followed at each place of a text. */
const MOST_READINGS = 8;
const MOST_PATHS = 12;
/** An own word is preferred to whatever IPADIC has in its place. */
const OWN_COST = -20_000;
/** What a voiced beginning of a later word costs (かわ as がわ), and each less usual way to say a number. */
const VOICED_COST = 5_500;
const LESS_USUAL_COST = 3_000;
/** Letters and numbers, in place of the words that IPADIC guesses for them. */
const LETTERS_COST = 5_000;
const NUMBER_COST = 3_000;
/** 名詞,固有名詞,一般, 名詞,数 and 名詞,一般 of IPADIC. */
const PROPER_NOUN = 1288;
const NUMBER = 1295;
const NOUN = 1285;

interface Step {
  start: number;
  end: number;
  cost: number;
  leftId: number;
  rightId: number;
  readings: readonly { reading: string; extra: number }[];
  kind: "word" | "own" | "letters" | "number" | "silent";
}

interface Reached extends ReadingPath {
  rightId: number;
  number: string | null;
}

/**
 * The most likely ways to read a text, with different readings, the likeliest first. A text of which some
 * part has no reading has none. Spaces are not said; names keep them between their parts.
 */
export function readingPaths(
  ipadic: Ipadic,
  text: string,
  words: readonly IpadicWord[],
  own: readonly OwnWord[],
  keepsSpaces = false,
): ReadingPath[] {
  const steps = stepsOf(text, words, own, keepsSpaces);
  const at: Reached[][] = Array.from({ length: text.length + 1 }, () => []);
  at[0] = [{ reading: "", cost: 0, hasOwn: false, isSpelled: true, rightId: 0, number: null }];
  for (let place = 0; place < text.length; place += 1) {
    const here = at[place] ?? [];
    if (here.length === 0) continue;
    for (const step of steps.get(place) ?? []) {
      const behind = at[step.end] ?? [];
      for (const reached of here) {
        const cost = reached.cost + ipadic.connection(reached.rightId, step.leftId) + step.cost;
        for (const { reading, extra } of step.readings) {
          if (isAmongCheapest(behind, cost + extra - 1))
            extend(behind, reached, step, reading, cost + extra);
        }
      }
    }
  }
  const ends = (at[text.length] ?? []).map((path) => ({
    ...path,
    cost: path.cost + ipadic.connection(path.rightId, 0),
  }));
  return distinct(ends.filter(({ reading }) => reading !== ""));
}

function extend(
  behind: Reached[],
  reached: Reached,
  step: Step,
  reading: string,
  cost: number,
): void {
  const path = {
    rightId: step.rightId,
    hasOwn: reached.hasOwn || step.kind === "own",
    isSpelled: reached.isSpelled && step.kind !== "word" && step.kind !== "own",
    number: step.kind === "number" ? reading : null,
  };
  const together =
    reached.number && reading.trim() !== "" ? withCounter(reached.number, reading) : null;
  if (together !== null && reached.number !== null) {
    const before = reached.reading.slice(0, -reached.number.length);
    keep(behind, { ...path, reading: before + together, cost: cost - 1 });
  }
  keep(behind, { ...path, reading: reached.reading + reading, cost });
}

/** Whether a path of this cost belongs to the cheapest ones of a place. */
function isAmongCheapest(paths: readonly Reached[], cost: number): boolean {
  return paths.length < MOST_PATHS || cost < (paths[MOST_PATHS - 1]?.cost ?? 0);
}

/** Keeps the cheapest paths of a place; of those that read alike and end alike the cheapest one. */
function keep(paths: Reached[], path: Reached): void {
  const same = paths.findIndex(
    ({ reading, rightId }) => reading === path.reading && rightId === path.rightId,
  );
  if (same >= 0) {
    if ((paths[same]?.cost ?? 0) <= path.cost) return;
    paths.splice(same, 1);
  }
  if (!isAmongCheapest(paths, path.cost)) return;
  const place = paths.findIndex(({ cost }) => cost > path.cost);
  paths.splice(place < 0 ? paths.length : place, 0, path);
  if (paths.length > MOST_PATHS) paths.pop();
}

function distinct(paths: readonly Reached[]): ReadingPath[] {
  const inOrder = paths.toSorted((one, other) => one.cost - other.cost);
  const readings = new Set<string>();
  return inOrder
    .filter(({ reading }) => !readings.has(reading) && readings.add(reading))
    .slice(0, MOST_READINGS);
}

function stepsOf(
  text: string,
  words: readonly IpadicWord[],
  own: readonly OwnWord[],
  keepsSpaces: boolean,
): Map<number, Step[]> {
  const steps = new Map<number, Step[]>();
  const add = (step: Step) => {
    const here = steps.get(step.start);
    if (here) here.push(step);
    else steps.set(step.start, [step]);
  };
  for (const word of words) {
    const readings = readingsOf(text, word);
    if (readings.length > 0) add({ ...word, readings, kind: "word" });
  }
  const folded = text.toLowerCase();
  for (const { key, reading } of own) {
    for (let start = folded.indexOf(key); start >= 0; start = folded.indexOf(key, start + 1)) {
      add({
        ...span(start, key.length),
        cost: OWN_COST,
        ...ids(PROPER_NOUN),
        readings: [{ reading, extra: 0 }],
        kind: "own",
      });
    }
  }
  for (const { 0: letters, index } of text.matchAll(/[A-Za-z]+/gu)) {
    const word = { cost: LETTERS_COST, ...ids(PROPER_NOUN), kind: "letters" } as const;
    add({ ...span(index, letters.length), ...word, readings: inOrder(letterReadings(letters)) });
  }
  for (const { 0: digits, index } of text.matchAll(/\d+/gu)) {
    const word = { cost: NUMBER_COST, ...ids(NUMBER), kind: "number" } as const;
    add({ ...span(index, digits.length), ...word, readings: inOrder(numberReadings(digits)) });
  }
  for (const { 0: sign, index } of text.matchAll(/[^\p{L}\p{N}ー]/gu)) {
    const readings = [{ reading: keepsSpaces && sign === " " ? " " : "", extra: 0 }];
    add({ ...span(index, sign.length), cost: 0, ...ids(NOUN), readings, kind: "silent" });
  }
  return steps;
}

const span = (start: number, length: number) => ({ start, end: start + length });
const ids = (id: number) => ({ leftId: id, rightId: id });
const inOrder = (readings: readonly string[]) =>
  readings.map((reading, at) => ({ reading, extra: at * LESS_USUAL_COST }));

const VOICED = /[がぎぐげござじずぜぞだぢづでどばびぶべぼ]/u;
/** ヶ between kanji. */
const SMALL_KE = ["が", "け", "か"];

/** The readings of a word: its own, and with a voiced beginning where it is not the first one. */
function readingsOf(text: string, word: IpadicWord): Step["readings"] {
  const written = text.slice(word.start, word.end);
  if (/^[\dA-Za-z]/u.test(written)) return [];
  if (/^[ヶヵ]$/u.test(written)) return inOrder(SMALL_KE);
  const reading = word.reading ?? kanaOf(written);
  if (reading === null) return [];
  const plain = { reading, extra: 0 };
  if (!mayBeVoiced(word, written, reading)) return [plain];
  return [plain, { reading: voiced(reading.charAt(0)) + reading.slice(1), extra: VOICED_COST }];
}

/** Nouns in kanji behind another word, in which nothing else is voiced (Lyman's law). */
function mayBeVoiced({ start, partOfSpeech }: IpadicWord, written: string, reading: string) {
  if (start === 0 || partOfSpeech !== "名詞" || !/^\p{Script=Han}/u.test(written)) return false;
  return !VOICED.test(reading) && VOICED.test(voiced(reading.charAt(0)));
}

/** What is written in kana is read as it is. */
function kanaOf(written: string): string | null {
  const reading = entryReading(written);
  return isEntryReading(reading) ? reading : null;
}
