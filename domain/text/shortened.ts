import { withoutUnseen } from "./unseen.ts";

const QUOTED = 100;

export function shortened(text: string): string {
  // A character is one or two code units; splitting the whole of a long text would take long.
  const characters = [...text.slice(0, 2 * QUOTED + 2)];
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join("")}…` : text;
}

/** A text that is put into a mail: a line break in it would begin another line there. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

/** Longer than any word of a list, in any width. */
const LONGEST = 100;

/**
 * A typed word as lists of words have it: NFKC, without spaces around it. Undefined if it is longer
 * than any word of a list. The length comes first: `normalize` takes quadratic time for a run of
 * combining marks, and makes up to 18 characters of one.
 */
export function listedWord(typed: string): string | undefined {
  const word = typed.trim();
  return word.length > LONGEST ? undefined : withoutUnseen(word).normalize("NFKC").trim();
}
