import { mayBeCandidate, type Sounds } from "./heardWords.ts";
import { soundShare } from "./kinds.ts";
import {
  isOfTermAt,
  type Morpheme,
  type Range,
  runAround,
  textOf,
  trimmedTerm,
} from "./nounPhrases.ts";

/** A term of a text, and how likely it is one that engines do not know. */
export interface WrittenTerm {
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
export function writtenTerms(words: readonly Morpheme[], sounds: Sounds): WrittenTerm[] {
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
export interface StatedReading {
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
export function statedReadings(words: readonly Morpheme[], { readings }: Sounds): StatedReading[] {
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
