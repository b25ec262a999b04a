import {
  MOST_READINGS,
  type OfferedReading,
  type ReadingSource,
} from "../../domain/readings/rules.ts";
import { type Ipadic, type IpadicWord, prepared, standardKanji } from "./ipadic.ts";
import { type OwnWord, type ReadingPath, readingPaths } from "./readingPaths.ts";

/** Pairs of a family name and a given name that are compared. */
const MOST_NAMES = 6;

export interface Offer {
  /** Up to five, the likeliest first. */
  readings: OfferedReading[];
  /** The one that is the likeliest of two sources at least; null where they differ. */
  agreed: string | null;
}

/**
 * The readings of a surface. `own` are the words of own dictionaries in it. Old forms of kanji are read as
 * they are and, where readings are left, in their standard forms. Those of names have the spaces of the name.
 */
export function offeredReadings(
  ipadic: Ipadic,
  surface: string,
  own: readonly OwnWord[],
  ofNames = false,
): Offer {
  const text = prepared(surface);
  const standard = standardKanji(text);
  const sources = sourcesOf(ipadic, text, own, ofNames);
  const offered = inTurn(sources);
  const agreed = agreedOf(sources);
  if (standard === text) return { readings: offered, agreed };
  const known = new Set(offered.map(({ reading }) => reading));
  const others = inTurn(sourcesOf(ipadic, standard, [], ofNames)).filter(
    ({ reading }) => !known.has(reading),
  );
  const kept = offered.slice(0, Math.max(MOST_READINGS - others.length, MOST_OF_OLD_FORMS));
  return { readings: [...kept, ...others].slice(0, MOST_READINGS), agreed };
}

function agreedOf({ bySource }: Sources): string | null {
  const firsts = Object.values(bySource).flatMap(([first]) => first ?? []);
  return firsts.find((one, at) => firsts.indexOf(one) < at) ?? null;
}

/** What is left of the readings of old forms where the standard forms have others. */
const MOST_OF_OLD_FORMS = 3;

/** The readings that each source has of a text, the likeliest first; whether it is likely a full name. */
interface Sources {
  bySource: Readonly<Record<ReadingSource, readonly string[]>>;
  isName: boolean;
}

function sourcesOf(
  ipadic: Ipadic,
  text: string,
  own: readonly OwnWord[],
  ofNames: boolean,
): Sources {
  const words = ipadic.words(text);
  const whole = own.filter(({ key }) => key === text.toLowerCase());
  const parts = own.filter(({ key }) => key !== text.toLowerCase());
  const ownPaths = parts.length > 0 ? readingPaths(ipadic, text, words, parts, ofNames) : [];
  const paths = readingPaths(ipadic, text, words, [], ofNames);
  const names = fullNames(text, words, ofNames);
  const isName = names.includes(paths[0]?.reading ?? "");
  const bySource = {
    OWN: [
      ...whole.map(({ reading }) => reading),
      ...ownPaths
        .filter(({ hasOwn }) => hasOwn)
        .map(({ reading }) => reading)
        .slice(0, 2),
    ],
    WORD: wholeWords(text, words),
    LETTERS: readings(paths, ({ isSpelled }) => isSpelled),
    PARTS: readings(paths, ({ isSpelled }) => !isSpelled),
    NAME: names,
  };
  return { bySource, isName };
}

/** Which source is asked in turn; one of them again where a likely reading stands behind others. */
const PARTS_FIRST: ReadingSource[] = [
  "OWN",
  "OWN",
  "WORD",
  "LETTERS",
  "PARTS",
  "PARTS",
  "WORD",
  "LETTERS",
  "PARTS",
  "NAME",
  "NAME",
  "PARTS",
  "WORD",
  "PARTS",
];
const NAMES_FIRST: ReadingSource[] = [
  "OWN",
  "OWN",
  "WORD",
  "NAME",
  "NAME",
  "PARTS",
  "NAME",
  "PARTS",
  "NAME",
  "PARTS",
  "NAME",
  "PARTS",
];

function inTurn({ bySource, isName }: Sources): OfferedReading[] {
  const order = isName ? NAMES_FIRST : PARTS_FIRST;
  const offered = new Map<string, ReadingSource>();
  for (const source of order) {
    const next = bySource[source].find((reading) => !offered.has(reading));
    if (next !== undefined && offered.size < MOST_READINGS) offered.set(next, source);
  }
  return [...offered].map(([reading, source]) => ({ reading, source }));
}

function readings(paths: readonly ReadingPath[], isOf: (path: ReadingPath) => boolean): string[] {
  return paths.filter(isOf).map(({ reading }) => reading);
}

function wholeWords(text: string, words: readonly IpadicWord[]): string[] {
  const whole = words.filter(({ start, end }) => start === 0 && end === text.length);
  return [...new Set(cheapestFirst(whole).flatMap(({ reading }) => reading ?? []))];
}

/** A text as a family name and a given name, the likeliest first. */
function fullNames(text: string, words: readonly IpadicWord[], ofNames: boolean): string[] {
  const names = words.filter(({ kind, reading }) => kind === "人名" && reading !== null);
  const pairs = names
    .filter(({ name, start }) => name === "姓" && start === 0)
    .flatMap((family) => {
      const from = family.end + (text[family.end] === " " ? 1 : 0);
      const space = ofNames ? text.slice(family.end, from) : "";
      return names
        .filter(({ name, start, end }) => name === "名" && start === from && end === text.length)
        .map((given) => ({
          reading: `${family.reading}${space}${given.reading}`,
          cost: family.cost + given.cost,
        }));
    })
    .toSorted((one, other) => one.cost - other.cost);
  return [...new Set(pairs.map(({ reading }) => reading))].slice(0, MOST_NAMES);
}

function cheapestFirst(words: readonly IpadicWord[]): IpadicWord[] {
  return words.toSorted((one, other) => one.cost - other.cost);
}
