import { grouped } from "../grouped.ts";
import { MARKS, plainSound, plainSounds, soundsOf } from "./sounds.ts";

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
  const keptWith = new Map<number, Set<number>[]>();
  for (const places of bySize) {
    const isPart = keptWith
      .get(places[0] ?? -1)
      ?.some((larger) => places.every((place) => larger.has(place)));
    if (isPart) continue;
    kept.push([...places]);
    const members = new Set(places);
    for (const place of places) {
      const others = keptWith.get(place);
      if (others) others.push(members);
      else keptWith.set(place, [members]);
    }
  }
  return kept;
}
