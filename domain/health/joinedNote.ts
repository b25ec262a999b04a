import { NOTE_LENGTH } from "../entries/rules.ts";

/**
 * The notes of merged words as one, that of the kept word first, each once. What would make it longer than a
 * note may be stays with the word that has it.
 */
export function joinedNote(kept: string, others: readonly string[]): string {
  let joined = kept;
  const parts = new Set([kept]);
  for (const note of others) {
    if (note === "" || parts.has(note)) continue;
    const longer = joined === "" ? note : `${joined}／${note}`;
    if ([...longer].length > NOTE_LENGTH) continue;
    parts.add(note);
    joined = longer;
  }
  return joined;
}
