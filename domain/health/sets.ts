import { grouped } from "../grouped.ts";
import { MARKS, plainSound, plainSounds, soundKey, soundsOf } from "../readings/sounds.ts";
import { searchKey, withoutCompanyKind } from "../text/searchKey.ts";
import { seenKey } from "../text/unseen.ts";
import {
  type Distinction,
  type HealthSet,
  type HealthWord,
  isAlone,
  MOST_IN_SET,
} from "./rules.ts";

/**
 * Sets of readings of which any two are at most one close sound apart (a distance of 0.5), as their places
 * in `readings`. Each two such readings are together in a set. No set is part of another one. Takes time in
 * proportion to the length of all readings.
 */
export function nearReadings(readings: readonly string[]): number[][] {
  const said = new Map<string, { sounds: readonly string[]; places: number[] }>();
  for (const [place, reading] of readings.entries()) {
    const sounds = soundsOf(reading);
    const key = sounds.join(" ");
    const known = said.get(key);
    if (known) known.places.push(place);
    else said.set(key, { sounds, places: [place] });
  }
  // One close sound makes no difference to what is plain, so that few are compared.
  const alike = grouped([...said.values()].map((one) => [plainSounds(one.sounds), one] as const));
  return [...alike.values()].flatMap((some) =>
    some.length > 1 ? nearAmong(some) : some.map(({ places }) => places).filter(isSet),
  );
}

interface Said {
  sounds: readonly string[];
  places: readonly number[];
}

const isSet = ({ length }: readonly number[]) => length > 1;

/** The sets among readings with the same plain sounds. */
function nearAmong(all: readonly Said[]): number[][] {
  const byKey = new Map(all.map((one) => [one.sounds.join(" "), one]));
  const patterns = new Map<string, Set<string>>();
  for (const [key, { sounds }] of byKey) {
    for (const [at, sound] of sounds.entries()) {
      if (MARKS.has(sound)) {
        const without = sounds.toSpliced(at, 1).join(" ");
        if (byKey.has(without)) {
          const pattern = `${at}${sound} ${without}`;
          add(patterns, pattern, key);
          add(patterns, pattern, without);
        }
      } else add(patterns, sounds.with(at, `*${plainSound(sound)}`).join(" "), key);
    }
    add(patterns, key, key);
  }
  const sets = [...patterns.values()].map((keys) =>
    [...keys].flatMap((key) => byKey.get(key)?.places ?? []).toSorted((a, b) => a - b),
  );
  return largest(sets.filter(isSet));
}

function add(patterns: Map<string, Set<string>>, pattern: string, key: string): void {
  const keys = patterns.get(pattern);
  if (keys) keys.add(key);
  else patterns.set(pattern, new Set([key]));
}

/** Leaves out sets that are part of another one. */
function largest(sets: readonly (readonly number[])[]): number[][] {
  const bySize = sets.toSorted((one, other) => other.length - one.length);
  const kept: number[][] = [];
  const largerSets = new Map<number, Set<number>[]>();
  for (const places of bySize) {
    const isPart = largerSets
      .get(places[0] ?? -1)
      ?.some((larger) => places.every((place) => larger.has(place)));
    if (isPart) continue;
    kept.push([...places]);
    const members = new Set(places);
    for (const place of places) {
      const others = largerSets.get(place);
      if (others) others.push(members);
      else largerSets.set(place, [members]);
    }
  }
  return kept;
}

/** Of shorter readings very many are one sound apart. */
const LEAST_SOUNDS = 3;
/** Of readings with fewer sounds many are, so that their words have to share a character besides. */
const TELLING_SOUNDS = 5;

/** A long vowel at the end of a word, and marks between its parts. */
const END_MARKS = /(?<=[ぁ-ゖ])-(?![ぁ-ゖ])|(?<![ぁ-ゖ])-|[・･.,'’]/gu;

const HIRAGANA = /[ぁ-ゖ-]/gu;

/**
 * What writings of one word have in common: the search key, without the long vowel at its end (サーバー, サーバ),
 * marks (Wi-Fi) and the kind of a corporation, which is not in its reading either; of a word with kanji or
 * letters these alone (申し込み, 申込み). With the sounds of its reading, since other readings are other words.
 */
function variantKey({ surface, reading }: HealthWord): string {
  const letters = withoutCompanyKind(searchKey(surface)).replace(END_MARKS, "");
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
 * and readings that are one close sound apart. A word that stands in several dictionaries counts once. Of those
 * with the same reading the sets whose words share a character come first: more of them are one word. Takes
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
  const byLikeness = grouped(
    [...byReading.values()].map((all) => [shareCharacter(all, "seen"), all] as const),
  );
  const sameReading = [true, false].flatMap((share) => byLikeness.get(share) ?? []);
  return [
    ...sameReading.flatMap((all) => setOf("SAME_READING", all, isSameReading)),
    ...[...byVariant.values()].flatMap((all) => setOf("VARIANT", all, isVariant)),
    ...nearSets(byReading).flatMap((all) => setOf("NEAR_READING", all, isSameReading)),
  ];
}

/** Sets of up to MOST_IN_SET words, in the order of their ids, so that those that were decided stay the same. */
function setOf(
  kind: HealthSet["kind"],
  words: readonly KeyedWord[],
  isSet: (words: readonly KeyedWord[]) => boolean,
): HealthSet[] {
  if (words.length < 2 || !isSet(words)) return [];
  const inOrder = words.toSorted((one, other) => one.entryId - other.entryId);
  const sets: HealthSet[] = [];
  for (let from = 0; from < inOrder.length; from += MOST_IN_SET) {
    // One word that is left is shown with the last one before it.
    const some = inOrder.slice(Math.min(from, inOrder.length - 2), from + MOST_IN_SET);
    if (isSet(some)) sets.push({ kind, entryIds: some.map(({ entryId }) => entryId) });
  }
  return sets;
}

/** Writings of one word alone are a set of variants. */
const isSameReading = (words: readonly KeyedWord[]) => differ(words, "variant") && isVariant(words);
const isVariant = (words: readonly KeyedWord[]) => differ(words, "seen");

function differ(words: readonly KeyedWord[], key: "seen" | "variant"): boolean {
  return words.some((word) => word[key] !== words[0]?.[key]);
}

/** Whether a character stands in the surfaces of two words that differ in `key`. */
function shareCharacter(words: readonly KeyedWord[], key: "seen" | "reading"): boolean {
  const first = new Map<string, KeyedWord>();
  return words.some((word) =>
    [...word.surface].some((character) => {
      const known = first.get(character);
      if (!known) first.set(character, word);
      return known !== undefined && known[key] !== word[key];
    }),
  );
}

/** One surface with several readings is meant so. */
function nearSets(byReading: ReadonlyMap<string, KeyedWord[]>): KeyedWord[][] {
  const readings = [...byReading.keys()].flatMap((reading) => {
    const sounds = soundsOf(reading).length;
    return sounds < LEAST_SOUNDS ? [] : [{ reading, isTelling: sounds >= TELLING_SOUNDS }];
  });
  return nearReadings(readings.map(({ reading }) => reading)).flatMap((places) => {
    const some = places.flatMap((place) => readings[place] ?? []);
    const words = some.flatMap(({ reading }) => byReading.get(reading) ?? []);
    return some.some(({ isTelling }) => isTelling) || shareCharacter(words, "reading")
      ? [words]
      : [];
  });
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
