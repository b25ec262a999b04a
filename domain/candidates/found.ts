import { grouped } from "../grouped.ts";
import { UNREAD } from "../readings/sounds.ts";
import { type HeardTerm, heardTerms, mayBeCandidate, type Sounds } from "./heardWords.ts";
import {
  isOfTermAt,
  type Morpheme,
  partOfSpeechOf,
  type Range,
  runAround,
  soundShare,
  textOf,
  trimmedTerm,
} from "./nounPhrases.ts";
import {
  type CandidateReading,
  type Evidence,
  type FoundCandidate,
  MOST_CANDIDATES,
  MOST_EVIDENCE,
} from "./rules.ts";

/** A term of a text, and how likely it is one that engines do not know. */
interface WrittenTerm {
  surface: string;
  words: Range;
  likelihood: number;
}

/** How often a term of words that IPADIC has must stand in a text. */
const LEAST_OF_KNOWN = 2;
const MOST_TERM = 8;

/**
 * The terms of a text that a dictionary may lack: names, words that IPADIC does not have, and terms of several
 * words that stand in it more than once. Each place once, in the order of the text.
 */
function writtenTerms(words: readonly Morpheme[], sounds: Sounds): WrittenTerm[] {
  const runs: Range[] = [];
  for (let at = 0; at < words.length; at += 1) {
    if (!isOfTermAt(words, at)) continue;
    const run = runAround(words, [at, at + 1]);
    if (run[1] - run[0] <= MOST_TERM) runs.push(run);
    at = Math.max(at, run[1] - 1);
  }
  const counts = new Map<string, number>();
  for (const run of runs) {
    const surface = textOf(words, run);
    counts.set(surface, (counts.get(surface) ?? 0) + 1);
  }
  return runs.flatMap((run) => {
    const surface = textOf(words, run);
    const likelihood = likelihoodOf(words.slice(...run), counts.get(surface) ?? 0, sounds);
    if (likelihood === 0 || !mayBeCandidate(surface, sounds)) return [];
    return [{ surface, words: run, likelihood }];
  });
}

function likelihoodOf(words: readonly Morpheme[], count: number, { isCommon }: Sounds): number {
  const isName = words.some(
    ({ text, division, kind }) =>
      division === "固有名詞" && (kind !== "地域" || !isCommon(text)) && text.length > 1,
  );
  if (words.some(({ isKnown }) => !isKnown)) return 0.7;
  if (isName) return 0.6;
  return words.length > 1 && count >= LEAST_OF_KNOWN ? 0.4 : 0;
}

/** A term with the reading that the text states behind it: 山田（やまだ）. */
interface StatedReading {
  words: Range;
  reading: string;
}

const KANA = /^[ぁ-ゖァ-ヺー・ ]+$/u;
const MOST_KANA_WORDS = 20;
const MOST_OF_STATED = 0.34;

/**
 * The readings in parentheses, each with the words in front of it that sound like it; what is something else in
 * kana, such as a remark, is none.
 */
function statedReadings(words: readonly Morpheme[], { readings }: Sounds): StatedReading[] {
  return words.flatMap(({ text }, open) => {
    if (text !== "(" || open === 0) return [];
    const behind = words.slice(open + 1, open + 1 + MOST_KANA_WORDS);
    const close = behind.findIndex((word) => word.text === ")");
    const kana = behind
      .slice(0, Math.max(close, 0))
      .map((word) => word.text)
      .join("")
      .replace(/[ ・]/gu, "");
    if (kana.length < 2 || !KANA.test(kana)) return [];
    const reading = kana.replace(/[ァ-ヶ]/gu, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60),
    );
    const term = termWith(words, open, (surface) =>
      Math.min(
        1,
        ...readings(surface)
          .slice(0, 6)
          .map((one) => soundShare(one, reading)),
      ),
    );
    return term ? [{ words: term, reading }] : [];
  });
}

/** The words in front of a place that are nearest to what is stated there; null if all are far from it. */
function termWith(
  words: readonly Morpheme[],
  to: number,
  distance: (surface: string) => number,
): Range | null {
  let best: Range | null = null;
  let least = MOST_OF_STATED;
  for (
    let from = to - 1;
    from >= Math.max(0, to - MOST_TERM) && isOfTermAt(words, from);
    from -= 1
  ) {
    const range = trimmedTerm(words, [from, to]);
    const far = distance(textOf(words, range));
    if (range[1] === to && far < least) [best, least] = [range, far];
  }
  return best;
}

/** A term at one place of a text. */
interface Occurrence {
  words: Range;
  heard: string | null;
  heardReading: string | null;
  score: number;
}

export interface CandidateTexts {
  /** The words of the transcript; null where one text alone is looked through. */
  before: readonly Morpheme[] | null;
  after: readonly Morpheme[];
}

/**
 * The candidates of a transcript and its corrected text, or of one text, the likeliest first; `offered` are
 * readings of a surface by a dictionary.
 */
export function foundCandidates(
  { before, after }: CandidateTexts,
  sounds: Sounds,
  offered: (surface: string) => readonly CandidateReading[],
): FoundCandidate[] {
  const found = before ? heardTerms(before, after, sounds).map(heardOccurrence) : [];
  if (!before) {
    for (const { words, likelihood } of writtenTerms(after, sounds)) {
      found.push({ words, heard: null, heardReading: null, score: likelihood });
    }
  }
  const stated = new Map<string, string>();
  for (const { words, reading } of statedReadings(after, sounds)) {
    stated.set(textOf(after, words), reading);
    if (!before) found.push({ words, heard: null, heardReading: null, score: 0.8 });
  }
  const bySurface = grouped(found.map((one) => [textOf(after, one.words), one] as const));
  return [...bySurface]
    .map(([surface, occurrences]) => ({ surface, occurrences, score: scoreOf(occurrences) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_CANDIDATES)
    .map(({ surface, occurrences, score }) => {
      const [first] = occurrences;
      const heardReadings = first ? readingsOfHeard(first, sounds) : [];
      return {
        surface,
        readings: readingsOf(offered(surface), { heardReadings, stated: stated.get(surface) }),
        heardReadings,
        partOfSpeech: partOfSpeechOf(first ? after.slice(...first.words) : []),
        evidence: evidenceOf(after, occurrences),
        score,
      };
    });
}

const heardOccurrence = ({ words, heard, heardReading, distance }: HeardTerm): Occurrence => ({
  words,
  heard,
  heardReading,
  score: 0.9 - distance,
});

/** The best of its places, and more for each further one. */
function scoreOf(occurrences: readonly Occurrence[]): number {
  const best = Math.max(...occurrences.map(({ score }) => score));
  const more = 1 - 1 / (1 + Math.log2(occurrences.length) / 4);
  return Math.round((best + (1 - best) * more) * 100) / 100;
}

const MOST_READINGS = 5;

/** What the text states, then what is offered, the nearest to what was heard first. */
function readingsOf(
  offered: readonly CandidateReading[],
  { heardReadings, stated }: { heardReadings: readonly string[]; stated: string | undefined },
): CandidateReading[] {
  const far = ({ reading }: CandidateReading) =>
    Math.round(Math.min(1, ...heardReadings.map((heard) => soundShare(reading, heard))) * 10);
  const inOrder = offered.toSorted((one, other) => far(one) - far(other));
  const own: CandidateReading[] = stated ? [{ reading: stated, source: "TEXT" }] : [];
  const read = [...own, ...inOrder.filter(({ reading }) => reading !== stated)];
  const [heard] = heardReadings;
  if (read.length === 0 && heard) return [{ reading: heard, source: "HEARD" }];
  return read.slice(0, MOST_READINGS);
}

/** Ways to read what was recognised that are compared. */
const MOST_HEARD = 6;

function readingsOfHeard({ heard, heardReading }: Occurrence, { readings }: Sounds): string[] {
  if (heard === null) return [];
  const whole = readings(heard).slice(0, MOST_HEARD);
  const known = whole.filter((one) => !one.includes(UNREAD) && one !== heardReading);
  return heardReading === null ? known : [heardReading, ...known];
}

/** What was recognised in place of a term, the most frequent first, each with one sentence. */
function evidenceOf(words: readonly Morpheme[], occurrences: readonly Occurrence[]): Evidence[] {
  const byHeard = grouped(occurrences.map((one) => [one.heard, one] as const));
  return [...byHeard]
    .flatMap(([before, places]): Evidence[] => {
      const [first] = places;
      if (!first) return [];
      const after = textOf(words, first.words);
      return [{ before, after, count: places.length, ...sentenceAround(words, first.words) }];
    })
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_EVIDENCE);
}

/** Characters of a sentence on each side of a term. */
const AROUND = 40;

function sentenceAround(
  words: readonly Morpheme[],
  [from, to]: Range,
): Pick<Evidence, "sentence" | "at"> {
  const isEnd = (at: number) => /^[。\n！？!?]/u.test(words[at]?.text ?? "。");
  let [start, end] = [from, to];
  let [front, back] = [0, 0];
  while (start > 0 && front < AROUND && !isEnd(start - 1)) {
    start -= 1;
    front += words[start]?.text.length ?? 0;
  }
  while (end < words.length && back < AROUND && !isEnd(end)) {
    back += words[end]?.text.length ?? 0;
    end += 1;
  }
  return { sentence: textOf(words, [start, end]), at: front };
}
