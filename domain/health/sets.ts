import { grouped } from "../grouped.ts";
import { nearReadings } from "../readings/nearReadings.ts";
import { soundKey, soundsOf } from "../readings/sounds.ts";
import { searchKey } from "../text/searchKey.ts";
import { seenKey } from "../text/unseen.ts";
import { type Distinction, type HealthSet, type HealthWord, isAlone } from "./rules.ts";

/** Of shorter readings very many are one sound apart. */
const LEAST_SOUNDS = 3;

/** A long vowel at the end of a word, and marks between its parts. */
const END_MARKS = /(?<=[ぁ-ゖ])-(?![ぁ-ゖ])|(?<![ぁ-ゖ])-|[・･.,'’]/gu;

const HIRAGANA = /[ぁ-ゖ-]/gu;

/**
 * What writings of one word have in common: the search key, without the long vowel at its end (サーバー, サーバ)
 * and marks (Wi-Fi); of a word with kanji or letters these alone (申し込み, 申込み). With the sounds of its
 * reading, since other readings are other words.
 */
function variantKey({ surface, reading }: HealthWord): string {
  const letters = searchKey(surface).replace(END_MARKS, "");
  return `${letters.replace(HIRAGANA, "") || letters}\t${soundKey(foreignKana(reading))}`;
}

const SMALL_VOWELS = "ぁぃぅぇぉ";
const FOREIGN = /[ぁぃぅぇぉゔ]/u;

/** Kana of foreign words as they are written by others: うぇ as うえ, ゔぇ as べ. */
function foreignKana(reading: string): string {
  if (!FOREIGN.test(reading)) return reading;
  return reading
    .replace(
      /ゔ([ぁぃぇぉ]?)/gu,
      (_, small: string) => "ばびべぼ"["ぁぃぇぉ".indexOf(small)] ?? "ぶ",
    )
    .replace(/[ぁぃぅぇぉ]/gu, (small) => "あいうえお"[SMALL_VOWELS.indexOf(small)] ?? small);
}

interface KeyedWord extends HealthWord {
  seen: string;
  variant: string;
}

/**
 * The sets of words that may be one: the same reading with another surface, the same word written otherwise,
 * and readings that are one close sound apart. A word that stands in several dictionaries counts once. Takes
 * about linear time.
 */
export function wordSets(words: readonly HealthWord[]): HealthSet[] {
  const keyed = words.map((word) => ({
    ...word,
    seen: seenKey(word.surface),
    variant: variantKey(word),
  }));
  const byReading = grouped(keyed.map((word) => [word.reading, word] as const));
  const byVariant = grouped(keyed.map((word) => [word.variant, word] as const));
  return [
    ...[...byReading.values()].flatMap((all) => setOf("SAME_READING", all, isSameReading)),
    ...[...byVariant.values()].flatMap((all) => setOf("VARIANT", all, isVariant)),
    ...nearSets(byReading).flatMap((all) => setOf("NEAR_READING", all, isSameReading)),
  ];
}

function setOf(
  kind: HealthSet["kind"],
  words: readonly KeyedWord[],
  isSet: (words: readonly KeyedWord[]) => boolean,
): HealthSet[] {
  if (words.length < 2 || !isSet(words)) return [];
  return [{ kind, entryIds: words.map(({ entryId }) => entryId).toSorted((a, b) => a - b) }];
}

/** Writings of one word alone are a set of variants. */
const isSameReading = (words: readonly KeyedWord[]) => differ(words, "variant") && isVariant(words);
const isVariant = (words: readonly KeyedWord[]) => differ(words, "seen");

function differ(words: readonly KeyedWord[], key: "seen" | "variant"): boolean {
  return words.some((word) => word[key] !== words[0]?.[key]);
}

/** One surface with several readings is meant so. */
function nearSets(byReading: ReadonlyMap<string, KeyedWord[]>): KeyedWord[][] {
  const readings = [...byReading.keys()].filter(
    (reading) => soundsOf(reading).length >= LEAST_SOUNDS,
  );
  return nearReadings(readings).map((places) =>
    places.flatMap((place) => byReading.get(readings[place] ?? "") ?? []),
  );
}

/** Leaves out the sets whose words people have said to be different ones, or right as they are. */
export function undecided(
  sets: readonly HealthSet[],
  distinctions: readonly Distinction[],
): HealthSet[] {
  const decided = grouped(
    distinctions.flatMap(({ kind, entryIds }, n) =>
      entryIds.map((entryId) => [entryId, { n, kind }] as const),
    ),
  );
  return sets.filter(({ kind, entryIds: [first = 0, ...others] }) => {
    const of = (entryId: number) => decided.get(entryId) ?? [];
    const regard = isAlone(kind) ? kind : null;
    return !of(first).some(
      (one) =>
        one.kind === regard && others.every((other) => of(other).some(({ n }) => n === one.n)),
    );
  });
}
