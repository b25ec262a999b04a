import { grouped } from "../grouped.ts";
import { UNREAD } from "../readings/sounds.ts";
import { type HeardTerm, heardTerms, type Sounds } from "./heardWords.ts";
import { soundShare } from "./kinds.ts";
import { type Morpheme, partOfSpeechOf, type Range, textOf } from "./nounPhrases.ts";
import {
  type CandidateReading,
  type Evidence,
  type FoundCandidate,
  MOST_CANDIDATES,
  MOST_EVIDENCE,
} from "./rules.ts";
import { statedReadings, writtenTerms } from "./writtenTerms.ts";

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
