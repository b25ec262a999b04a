import { heardDistance, moraeOf, UNREAD } from "../readings/sounds.ts";
import { type Difference, differences } from "./alignment.ts";
import { isOfTermAt, type Morpheme, type Range, runAround, textOf } from "./nounPhrases.ts";

/** What the analyser knows of a passage. */
export interface Sounds {
  /** Ways to read it in hiragana, the likeliest first; `UNREAD` for what cannot be read. */
  readings: (passage: string) => readonly string[];
  /** Whether a passage is one word that texts have often. */
  isCommon: (surface: string) => boolean;
  /** Whether it is one word of any kind. */
  isWord: (surface: string) => boolean;
}

/** A term of the corrected text that was recognised as something that sounds alike. */
export interface HeardTerm {
  surface: string;
  /** Of the corrected text. */
  words: Range;
  /** What was recognised in its place. */
  heard: string;
  /** Of what was recognised, in hiragana; null if nobody can read it. */
  heardReading: string | null;
  /** From 0 for the same sound; how much of the term sounds differently. */
  distance: number;
}

/** The most of a changed passage, and of a whole term, that may sound differently. */
const MOST_OF_CHANGE = 0.6;
const MOST_OF_TERM = 0.4;
/** Words of a changed passage; a longer one was rewritten. */
const MOST_WORDS = 40;
/** Words of a term around a change. */
const MOST_TERM = 12;

/**
 * The terms of a corrected text in whose place a transcript has something that sounds alike
 * (docs/product/candidates.md#which). Each place once, in the order of the text.
 */
export function heardTerms(
  before: readonly Morpheme[],
  after: readonly Morpheme[],
  sounds: Sounds,
): HeardTerm[] {
  const changes = differences(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  const found = new Map<number, HeardTerm>();
  for (const [at, change] of changes.entries()) {
    if (!isComparable(change)) continue;
    for (const run of termsIn(after, change.after)) {
      if (found.has(run[0])) continue;
      const term = heardTerm({ before, after, changes, at }, run, sounds);
      if (term) found.set(run[0], term);
    }
  }
  return [...found.values()];
}

function isComparable({ before, after }: Difference): boolean {
  const [old, corrected] = [before[1] - before[0], after[1] - after[0]];
  return old > 0 && corrected > 0 && old <= MOST_WORDS && corrected <= MOST_WORDS;
}

/** The terms of which some word is in a changed passage. */
function termsIn(words: readonly Morpheme[], [from, to]: Range): Range[] {
  const terms: Range[] = [];
  for (let at = from; at < to; at += 1) {
    if (!isOfTermAt(words, at)) continue;
    const run = runAround(words, [at, at + 1]);
    if (run[1] - run[0] <= MOST_TERM) terms.push(run);
    at = Math.max(at, run[1] - 1);
  }
  return terms;
}

interface Texts {
  before: readonly Morpheme[];
  after: readonly Morpheme[];
  changes: readonly Difference[];
  at: number;
}

/** The term with what was recognised in its place; null if that sounds otherwise, or the term is no candidate. */
function heardTerm(texts: Texts, run: Range, sounds: Sounds): HeardTerm | null {
  const { before, after } = texts;
  const surface = textOf(after, run);
  if (!mayBeCandidate(surface, sounds)) return null;
  const place = placeBefore(texts, run);
  if (!place) return null;
  const heard = textOf(before, place.whole);
  if (heard === surface || isSpelling(heard, surface, sounds)) return null;
  const whole = nearest(heard, surface, sounds);
  const change = nearest(place.old, place.corrected, sounds);
  if (!whole || !change) return null;
  if (whole.distance > MOST_OF_TERM || change.distance > MOST_OF_CHANGE) return null;
  if (isReworded(before.slice(...place.whole), surface, whole.distance, sounds)) return null;
  const heardReading = whole.reading.includes(UNREAD) ? null : whole.reading;
  return { surface, words: run, heard, heardReading, distance: whole.distance };
}

/** What a candidate is of itself: longer than a character, not in hiragana alone, and not common. */
export function mayBeCandidate(surface: string, { isCommon }: Pick<Sounds, "isCommon">): boolean {
  if ([...surface].length < 2 || /^[ぁ-ゖー]+$/u.test(surface)) return false;
  return !/^[\d\s]+$/u.test(surface) && !isCommon(surface);
}

interface Place {
  /** Of the text before. */
  whole: Range;
  /** What differs of the term. */
  old: string;
  corrected: string;
}

/**
 * Where the text before has what the term became: between two words that agree exactly that, and in a changed
 * passage which the term does not fill the part of it that sounds most like the term.
 */
function placeBefore({ before, after, changes, at }: Texts, run: Range): Place | null {
  const touched = changes.filter(
    (change, n) => n >= at && change.after[0] < run[1] && change.after[1] > run[0],
  );
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last || !touched.every(isComparable)) return null;
  const opens = run[0] > first.after[0];
  const closes = run[1] < last.after[1];
  const start: number =
    run[0] < first.after[0] ? first.before[0] - (first.after[0] - run[0]) : first.before[0];
  const end: number =
    run[1] > last.after[1] ? last.before[1] + (run[1] - last.after[1]) : last.before[1];
  const best = bestPart(before, textReading(after, run), {
    starts: opens ? [first.before[0], first.before[1]] : [start, start],
    ends: closes ? [last.before[0], last.before[1]] : [end, end],
  });
  if (!best) return null;
  const from = Math.max(best[0], first.before[0]);
  const to = Math.min(best[1], last.before[1]);
  if (to <= from) return null;
  const corrected: Range = [Math.max(run[0], first.after[0]), Math.min(run[1], last.after[1])];
  return {
    whole: best,
    old: textOf(before, [from, to]),
    corrected: textOf(after, corrected),
  };
}

/** The part of a text, with both ends within bounds, that reads most like a term by its words alone. */
function bestPart(
  words: readonly Morpheme[],
  term: string,
  { starts, ends }: { starts: Range; ends: Range },
): Range | null {
  if (starts[0] === starts[1] && ends[0] === ends[1]) return [starts[0], ends[0]];
  const sound = moraeOf(term);
  let best: Range | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let from = starts[0]; from <= starts[1]; from += 1) {
    for (let to = Math.max(from + 1, ends[0]); to <= ends[1]; to += 1) {
      const distance = heardDistance(moraeOf(textReading(words, [from, to])), sound);
      if (distance < least) [least, best] = [distance, [from, to]];
    }
  }
  return best;
}

function textReading(words: readonly Morpheme[], [from, to]: Range): string {
  return words
    .slice(from, to)
    .map(({ reading, text }) => reading ?? (/^[ぁ-ゖー]+$/u.test(text) ? text : UNREAD))
    .join("");
}

/** Readings of each side that are compared with each other. */
const MOST_COMPARED = 5;

/** The readings of two passages that are nearest to each other, with how much of them sounds differently. */
function nearest(
  heard: string,
  surface: string,
  { readings }: Sounds,
): { reading: string; distance: number } | null {
  let best: { reading: string; distance: number } | null = null;
  const theirs = readings(surface).slice(0, MOST_COMPARED).map(moraeOf);
  for (const reading of readings(heard).slice(0, MOST_COMPARED)) {
    const sound = moraeOf(reading);
    for (const other of theirs) {
      const length = Math.max(sound.length, other.length, 1);
      const distance = heardDistance(sound, other) / length;
      if (!best || distance < best.distance) best = { reading, distance };
      if (distance === 0) return best;
    }
  }
  return best;
}

/** What may sound differently where both are words, and where the two have a kanji in common as well. */
const MOST_OF_WORD = 0.15;
const MOST_OF_SIBLING = 0.1;

/**
 * Whether one word took the place of another one. What is recognised wrongly is seldom a word of its own: such a
 * word has to sound the same, or nearly so. A verb in place of a noun that is written with its kanji is reworded.
 */
function isReworded(
  heard: readonly Morpheme[],
  surface: string,
  distance: number,
  { isWord }: Sounds,
): boolean {
  const [only] = heard;
  if (!only || heard.length > 1) return false;
  const isSibling = [...only.text].some((letter) => HAN.test(letter) && surface.includes(letter));
  if (only.partOfSpeech !== "名詞") return isSibling || distance > MOST_OF_WORD;
  if (isSibling && only.isKnown) return distance > MOST_OF_SIBLING;
  return isWord(surface) && distance > MOST_OF_WORD;
}

const HAN = /\p{Script=Han}/u;

/** Whether both are ways to write one word: 子ども医療費 and 子供医療費, 申込み and 申込. */
function isSpelling(heard: string, surface: string, { readings, isWord }: Sounds): boolean {
  const kanji = (text: string) => text.replace(/[^\p{Script=Han}々]/gu, "");
  const [one, other] = [kanji(heard), kanji(surface)];
  if (one === other && one !== "") return readings(heard)[0] === readings(surface)[0];
  return one === "" && /^[ァ-ヺー]+$/u.test(surface) && isWord(heard) && isWord(surface);
}
