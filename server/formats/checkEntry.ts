import { type EntryCreate, entryCreate } from "../../domain/entries.ts";
import { rowSentences } from "../../domain/formatSentences.ts";
import { PARTS_OF_SPEECH } from "../../domain/partsOfSpeech.ts";
import type { StatedEntry } from "./format.ts";

/** An entry of a file that keeps all rules. It lacks what the file does not state. */
export type FileEntry = EntryCreate;

const names = new Set<string>(PARTS_OF_SPEECH);

/** The entry that a row states, by the rules of the API; else one Japanese sentence that says why. */
export function checkEntry({ ...stated }: StatedEntry): FileEntry | { reason: string } {
  if (stated.partOfSpeech !== undefined) {
    stated.partOfSpeech = stated.partOfSpeech.normalize("NFKC").trim();
    if (!names.has(stated.partOfSpeech))
      return { reason: rowSentences.partOfSpeech(stated.partOfSpeech) };
  }
  if (typeof stated.weight === "string") stated.weight = wholeNumber(stated.weight);
  const checked = entryCreate.safeParse(stated);
  return checked.success
    ? checked.data
    : { reason: [...new Set(checked.error.issues.map(({ message }) => message))].join("") };
}

/** Digits of any width as a number; other text stays, for the sentence about it. */
function wholeNumber(text: string): number | string {
  const digits = text.normalize("NFKC").trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : digits;
}
