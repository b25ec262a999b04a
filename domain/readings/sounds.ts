/** A sound as its row and its vowel, without voice: きょ and ぎょ are ["ky", "o"], ん is ["ん", ""]. */
type Mora = readonly [row: string, vowel: string];

/** What stands in a reading for a kanji that nobody can read. */
export const UNREAD = "〓";

const LONG = "ー";
const DOUBLED = "っ";
/** Sounds that are easily missed. */
export const MARKS: ReadonlySet<string> = new Set([LONG, DOUBLED]);

const SAME_SOUND: Readonly<Record<string, string>> = {
  ぢ: "じ",
  づ: "ず",
  を: "お",
  ゐ: "い",
  ゑ: "え",
  ゔ: "ぶ",
};

const VOWELS = "aiueo";

function kanaOf(...rows: (readonly [row: string, kana: string])[]): ReadonlyMap<string, Mora> {
  return new Map(
    rows.flatMap(([row, kana]) =>
      Array.from(kana, (letter, at): [string, Mora] => [letter, [row, VOWELS.charAt(at)]]),
    ),
  );
}

const KANA = kanaOf(
  ["", "あいうえお"],
  ["k", "かきくけこ"],
  ["s", "さしすせそ"],
  ["t", "たちつてと"],
  ["n", "なにぬねの"],
  ["h", "はひふへほ"],
  ["m", "まみむめも"],
  ["y", "や　ゆ　よ"],
  ["r", "らりるれろ"],
  ["w", "わ"],
);

/** Small kana, which are one sound with the kana before them. */
const SMALL = kanaOf(["", "ぁぃぅぇぉ"], ["y", "ゃ　ゅ　ょ"], ["w", "ゎ"]);

/** What lengthens a vowel besides ー: とおい, とうい and けいい are said as とーい and けーい. */
const LENGTHENS: Readonly<Record<string, string>> = {
  a: "あ",
  i: "い",
  u: "う",
  e: "えい",
  o: "おう",
};

/** A kana without voice: が and か are か, ぱ is は. */
const voiceless = (kana: string) => kana.normalize("NFD").charAt(0);

const vowelOf = (kana: string) => (SMALL.get(kana) ?? KANA.get(voiceless(kana)))?.[1];

/**
 * The sounds of a reading in hiragana: きょうと as きょ, ー, と. Small kana belong to the sound before them, ぢ
 * is じ, づ is ず, and a vowel that lengthens the one before is ー; を is a word of its own and lengthens nothing.
 */
export function soundsOf(reading: string): string[] {
  const sounds: string[] = [];
  let vowel: string | undefined;
  for (const written of reading) {
    const kana = SAME_SOUND[written] ?? written;
    const last = sounds.at(-1);
    if (SMALL.has(kana) && last !== undefined && !MARKS.has(last)) {
      sounds[sounds.length - 1] = last + kana;
    } else if (vowel !== undefined && LENGTHENS[vowel]?.includes(written)) {
      sounds.push(LONG);
      continue;
    } else sounds.push(kana);
    if (kana !== LONG) vowel = vowelOf(kana);
  }
  return sounds;
}

/** A sound without voice: ぎゃ as きゃ, and ち and つ as し and す, since their voiced sounds are one. */
export function plainSound(sound: string): string {
  const plain = voiceless(sound);
  return (plain === "ち" ? "し" : plain === "つ" ? "す" : plain) + sound.slice(1);
}

/** The plain sounds in one text, without what is easily missed. */
export function plainSounds(sounds: readonly string[]): string {
  let plain = "";
  for (const sound of sounds) if (!MARKS.has(sound)) plain += plainSound(sound);
  return plain;
}

/** What readings share that differ only in voice, length and doubled consonants: がっこう as かこ. */
export function soundKey(reading: string): string {
  return plainSounds(soundsOf(reading));
}

/** The sounds of a reading with what recognition mistakes folded: without voice and what is easily missed. */
export function moraeOf(reading: string): Mora[] {
  return soundsOf(reading)
    .filter((sound) => !MARKS.has(sound))
    .map(moraOf);
}

function moraOf(sound: string): Mora {
  const kana = voiceless(sound);
  let [row, vowel] = KANA.get(kana) ?? SMALL.get(kana) ?? [kana, ""];
  for (const small of sound.slice(1)) {
    const [glide, itsVowel] = SMALL.get(small) ?? ["", vowel];
    [row, vowel] = [row + glide, itsVowel];
  }
  return [row, vowel];
}

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
