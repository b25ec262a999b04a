import { withoutUnseen } from "./unseen.ts";

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
