import { grouped } from "../grouped.ts";

const SAME_SOUND: Readonly<Record<string, string>> = {
  ぢ: "じ",
  づ: "ず",
  を: "お",
  ゐ: "い",
  ゑ: "え",
  ゔ: "ぶ",
};

/** Small kana, which are one sound with the kana before them. */
const SMALL = "ぁぃぅぇぉゃゅょゎ";

const VOWELS = [
  "あかさたなはまやらわがざだばぱぁゃゎ",
  "いきしちにひみりぎじびぴぃ",
  "うくすつぬふむゆるぐずぶぷぅゅ",
  "えけせてねへめれげぜでべぺぇ",
  "おこそとのほもよろごぞどぼぽぉょ",
];
const VOWEL_OF = new Map(
  VOWELS.flatMap((row) => Array.from(row, (kana): [string, string] => [kana, row.charAt(0)])),
);

/** What lengthens a vowel besides ー: とおい, とうい and けいい are said as とーい and けーい. */
const LENGTHENS = new Set(["ああ", "いい", "うう", "ええ", "おお", "おう", "えい"]);

/** Kana that differ by the voice alone, with ち as し and つ as す, whose voiced sounds are one. */
const VOICED = "がぎぐげござじずぜぞだでどばびぶべぼぱぴぷぺぽちつ";
const PLAIN = "かきくけこさしすせそたてとはひふへほはひふへほしす";
const PLAIN_OF = new Map(
  Array.from(VOICED, (kana, at): [string, string] => [kana, PLAIN.charAt(at)]),
);

const LONG = "ー";
const DOUBLED = "っ";
/** Sounds that are easily missed. */
const MARKS: ReadonlySet<string> = new Set([LONG, DOUBLED]);

/** What two sounds cost that are easily taken for each other, and what others do. */
const CLOSE = 0.5;
const OTHER = 1;

/**
 * The sounds of a reading in hiragana: きょうと as きょ, ー, と. Small kana belong to the sound before them, ぢ
 * is じ, づ is ず, and a vowel that lengthens the one before is ー.
 */
export function soundsOf(reading: string): string[] {
  const sounds: string[] = [];
  let vowel: string | undefined;
  for (const written of reading) {
    const kana = SAME_SOUND[written] ?? written;
    const last = sounds.at(-1);
    if (SMALL.includes(kana) && last !== undefined && !MARKS.has(last)) {
      sounds[sounds.length - 1] = last + kana;
    } else if (kana !== LONG && vowel !== undefined && LENGTHENS.has(vowel + kana)) {
      sounds.push(LONG);
      continue;
    } else sounds.push(kana);
    if (kana !== LONG) vowel = VOWEL_OF.get(kana);
  }
  return sounds;
}

/** A sound without voice: ぎゃ as きゃ. */
function plainSound(sound: string): string {
  const plain = PLAIN_OF.get(sound.charAt(0));
  return plain === undefined ? sound : plain + sound.slice(1);
}

/** What readings share that differ only in voice, length and doubled consonants: がっこう as かこ. */
export function soundKey(reading: string): string {
  return plainSounds(soundsOf(reading));
}

function plainSounds(sounds: readonly string[]): string {
  let plain = "";
  for (const sound of sounds) if (!MARKS.has(sound)) plain += plainSound(sound);
  return plain;
}

/**
 * How far two readings sound apart: 1 for each sound that is another, missing or added, and 0.5 where it
 * differs in voice alone, or is a long vowel or a doubled consonant; 0 for what is said alike. Above `most`
 * the answer is Infinity.
 */
export function soundDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  const across = soundsOf(other);
  let row = [0];
  for (const sound of across) row.push((row.at(-1) ?? 0) + missing(sound));
  for (const sound of soundsOf(one)) {
    const next = [(row[0] ?? 0) + missing(sound)];
    for (const [at, beside] of across.entries()) {
      next.push(
        Math.min(
          (row[at + 1] ?? 0) + missing(sound),
          (next[at] ?? 0) + missing(beside),
          (row[at] ?? 0) + between(sound, beside),
        ),
      );
    }
    row = next;
    if (row.every((cost) => cost > most)) return Number.POSITIVE_INFINITY;
  }
  const distance = row.at(-1) ?? 0;
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

const missing = (sound: string) => (MARKS.has(sound) ? CLOSE : OTHER);

function between(one: string, other: string): number {
  if (one === other) return 0;
  return plainSound(one) === plainSound(other) ? CLOSE : OTHER;
}

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
