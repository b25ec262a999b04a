/** A sound as its row and its vowel, without voice: きょ and ぎょ are ["ky", "o"], ん is ["ん", ""]. */
export type Mora = readonly [row: string, vowel: string];

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
