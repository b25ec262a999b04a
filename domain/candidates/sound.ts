/** A kana with the small one behind it, as its row and its vowel: きょ is ["ky", "o"], ん ["n", ""]. */
type Mora = readonly [row: string, vowel: string];

const VOWELS = "aiueo";
const ROWS: readonly (readonly [row: string, kana: string])[] = [
  ["", "あいうえお"],
  ["k", "かきくけこ"],
  ["s", "さしすせそ"],
  ["t", "たちつてと"],
  ["n", "なにぬねの"],
  ["h", "はひふへほ"],
  ["m", "まみむめも"],
  ["y", "や　ゆ　よ"],
  ["r", "らりるれろ"],
  ["w", "わゐ　ゑを"],
];
const SMALL: Readonly<Record<string, Mora>> = {
  ゃ: ["y", "a"],
  ゅ: ["y", "u"],
  ょ: ["y", "o"],
  ぁ: ["", "a"],
  ぃ: ["", "i"],
  ぅ: ["", "u"],
  ぇ: ["", "e"],
  ぉ: ["", "o"],
};

const MORAE = new Map<string, Mora>(
  ROWS.flatMap(([row, kana]) =>
    [...kana].map((letter, at): [string, Mora] => [letter, [row, VOWELS.charAt(at)]]),
  ),
);

/** What stands in a reading for a kanji that nobody can read. */
export const UNREAD = "〓";

/** A long vowel behind a kana of this vowel: えい and おう sound as ええ and おお. */
const LENGTHENS: Readonly<Record<string, string>> = {
  a: "あ",
  i: "い",
  u: "う",
  e: "えい",
  o: "おう",
};

/**
 * The sound of a reading in hiragana, with what recognition mistakes folded: long vowels and っ are dropped,
 * voiced and half-voiced kana are as the others are, ぢ as じ, づ as ず, を as お, は as わ where it is alone.
 */
export function soundOf(reading: string): Mora[] {
  const morae: Mora[] = [];
  const plain = reading.replaceAll("ぢ", "じ").replaceAll("づ", "ず").replaceAll("ゔ", "ぶ");
  for (const marked of plain) {
    const kana = marked.normalize("NFD").charAt(0);
    const last = morae.at(-1);
    if (kana === "ー" || kana === "っ") continue;
    if (last && LENGTHENS[last[1]]?.includes(kana)) continue;
    const small = SMALL[kana];
    if (small && last) morae[morae.length - 1] = [last[0] + small[0], small[1]];
    else morae.push(kana === "を" ? ["", "o"] : (MORAE.get(kana) ?? [kana, ""]));
  }
  return morae;
}

/**
 * How far two sounds are from each other, in morae: 0 for the same, half a mora where row or vowel is the same
 * and for ん and a vowel that is one's alone. A kanji that nobody can read is near to anything.
 */
export function soundDistance(one: readonly Mora[], other: readonly Mora[]): number {
  let above = [0];
  for (const mora of other) above.push((above.at(-1) ?? 0) + alone(mora));
  for (const mora of one) {
    const row = [(above[0] ?? 0) + alone(mora)];
    for (const [at, against] of other.entries()) {
      row.push(
        Math.min(
          (above[at] ?? 0) + between(mora, against),
          (above[at + 1] ?? 0) + alone(mora),
          (row[at] ?? 0) + alone(against),
        ),
      );
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

const UNREAD_COST = 0.25;

function between([row, vowel]: Mora, [otherRow, otherVowel]: Mora): number {
  if (row === UNREAD || otherRow === UNREAD) return UNREAD_COST;
  if (row === otherRow) return vowel === otherVowel ? 0 : 0.5;
  if (vowel === otherVowel && vowel !== "")
    return row.charAt(0) === otherRow.charAt(0) ? 0.25 : 0.5;
  return 1;
}

/** What a mora costs that the other sound has not. */
function alone([row, vowel]: Mora): number {
  return row === "" || row === UNREAD || (row === "ん" && vowel === "") ? 0.5 : 1;
}
