/** Kanji, which variation selectors change. */
const KANJI = "[々〇\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}]";
const VARIANTS = "[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]";

const EMOJI = "\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?";
const KEYCAP = "[0-9#*]\\ufe0f?\\u20e3";
/** 🏴 and the letters of a country's part. */
const FLAG = "\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}";

/** Directions of text, which are refused, since they show what stands after them in another order. */
const DIRECTIONS = "\\u202a-\\u202e\\u2066-\\u2069";

/** What nobody sees: zero-width and filling characters, selectors, tags, marks of annotations. */
const UNSEEN = `[\\p{Default_Ignorable_Code_Point}\\ufff9-\\ufffb]`;

/** Scripts whose letters a joiner between them shapes, such as Persian and Hindi; their marks that nobody sees are no letters. */
const SHAPED = `(?!${UNSEEN})[\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gujarati}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}]`;

const HAS_UNSEEN = new RegExp(UNSEEN, "u");
const KEPT_OR_UNSEEN = new RegExp(
  [
    `(${FLAG}|${EMOJI}(?:\\u200d${EMOJI})*|${KEYCAP}|${KANJI}${VARIANTS}`,
    `|${SHAPED}[\\u200c\\u200d](?=${SHAPED})|[${DIRECTIONS}])|${UNSEEN}`,
  ].join(""),
  "gu",
);

/**
 * A text without the characters that nobody sees, where they have no function: they stay inside
 * emoji and variants of kanji, and between the letters of scripts that they shape
 * (docs/decisions/096-what-people-see.md). Idempotent.
 */
export function withoutUnseen(text: string): string {
  if (!HAS_UNSEEN.test(text)) return text;
  return text.replace(KEPT_OR_UNSEEN, (_, stored: string | undefined) => stored ?? "");
}

/** Control characters, directions, separators of lines and lone surrogates, which UTF-8 has not. */
const REFUSED = new RegExp(`[\\p{Cc}\\p{Cs}\\u2028\\u2029${DIRECTIONS}]`, "u");

interface Character {
  /** From 1, in code points, within its line. */
  place: number;
  /** As in U+202E. */
  code: string;
}

export interface RefusedCharacter extends Character {
  /** From 1. */
  line: number;
}

/** The first character that no text may have; `lines` may have line breaks. */
export function refusedIn(text: string, lines: boolean): RefusedCharacter | undefined {
  const first = lines ? text.split("\n").findIndex((line) => REFUSED.test(line)) : 0;
  const line = lines ? text.split("\n")[first] : text;
  if (line === undefined) return undefined;
  const before = line.search(REFUSED);
  if (before < 0) return undefined;
  return { ...characterAt(line, before), line: first + 1 };
}

function characterAt(text: string, offset: number): Character {
  const code = text.codePointAt(offset) ?? 0;
  return {
    place: [...text.slice(0, offset)].length + 1,
    code: `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
  };
}

/** Full-width letters and half-width kana, whose other width NFKC knows. */
const OTHER_WIDTH = /[\uff01-\uff9f\uffe0-\uffe2\uffe4-\uffe6\uffe8-\uffee]/gu;

const UNSEEN_OR_SPACE = new RegExp(`[\\s\\u2800]|${UNSEEN}`, "gu");

/**
 * The key by which names and words are unique: what people see as the same has the same key, whatever
 * its width, spaces and invisible characters. Other letters stay other ones: 髙 and 高, ア and あ, A
 * and a; a variant that only a selector makes is the same, as most fonts show it. The function seen_key of the database does the same.
 */
export function seenKey(text: string): string {
  return text
    .replace(OTHER_WIDTH, (letter) => letter.normalize("NFKC"))
    .replace(UNSEEN_OR_SPACE, "")
    .normalize("NFC");
}

/** Whether people see the same in both. */
export function isSeenAlike(one: string, other: string): boolean {
  return one === other || seenKey(one) === seenKey(other);
}

/** The first character that `withoutUnseen` would remove. */
export function unseenIn(text: string): Character | undefined {
  let at: number | undefined;
  text.replace(KEPT_OR_UNSEEN, (_, stored: string | undefined, offset: number) => {
    if (stored === undefined) at ??= offset;
    return "";
  });
  return at === undefined ? undefined : characterAt(text, at);
}
