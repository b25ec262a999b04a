import { MARKS, type Mora, plainSound, soundsOf, UNREAD } from "./sounds.ts";

/** What differences of two lists of sounds cost. */
interface Costs<Sound> {
  between: (one: Sound, other: Sound) => number;
  /** Of a sound that the other list lacks. */
  missing: (sound: Sound) => number;
}

/** The least cost at which one list of sounds becomes the other, or Infinity above `most`. */
function editDistance<Sound>(
  one: readonly Sound[],
  other: readonly Sound[],
  { between, missing }: Costs<Sound>,
  most = Number.POSITIVE_INFINITY,
): number {
  let row = [0];
  for (const sound of other) row.push((row.at(-1) ?? 0) + missing(sound));
  for (const sound of one) {
    const next = [(row[0] ?? 0) + missing(sound)];
    for (const [at, beside] of other.entries()) {
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

/** What two sounds cost that are easily taken for each other, and what others do. */
const CLOSE = 0.5;
const OTHER = 1;

const AS_SAID: Costs<string> = {
  between: (one, other) =>
    one === other ? 0 : plainSound(one) === plainSound(other) ? CLOSE : OTHER,
  missing: (sound) => (MARKS.has(sound) ? CLOSE : OTHER),
};

/**
 * How far two readings sound apart: 1 for each sound that is another, missing or added, and 0.5 where it
 * differs in voice alone, or is a long vowel or a doubled consonant; 0 for what is said alike. Above `most`
 * the answer is Infinity.
 */
export function soundDistance(one: string, other: string, most?: number): number {
  return editDistance(soundsOf(one), soundsOf(other), AS_SAID, most);
}

/** A kanji that nobody can read is near to anything, and so are きゃ and か. */
const NEAR = 0.25;

const AS_HEARD: Costs<Mora> = {
  between([row, vowel], [otherRow, otherVowel]) {
    if (row === UNREAD || otherRow === UNREAD) return NEAR;
    if (row === otherRow) return vowel === otherVowel ? 0 : CLOSE;
    if (vowel !== otherVowel || vowel === "") return OTHER;
    return row.charAt(0) === otherRow.charAt(0) ? NEAR : CLOSE;
  },
  missing: ([row, vowel]) =>
    row === "" || row === UNREAD || (row === "ん" && vowel === "") ? CLOSE : OTHER,
};

/**
 * How far recognition takes two readings apart, in sounds: 0 for the same, half a sound where row or vowel is
 * the same and for ん and a vowel that is one's alone. Voice, long vowels and っ make no difference.
 */
export function heardDistance(one: readonly Mora[], other: readonly Mora[]): number {
  return editDistance(one, other, AS_HEARD);
}
