import { ENTRY_FIELDS, type EntryCells, type EntryField } from "../../domain/entries/rules.ts";
import { type EntryCreate, entryCreate } from "../../domain/entries/schemas.ts";
import { enabledIn } from "../../domain/entries/state.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { listedWord } from "../../domain/text/shortened.ts";
import type { Refused, StatedEntry } from "./format.ts";

/** An entry of a file that keeps all rules. It lacks what the file does not state. */
export type FileEntry = EntryCreate;

/** The fields of a row that keep it from being an entry; none where another rule does. */
export function wrongFields(cells: EntryCells): EntryField[] {
  const { error } = entryCreate.safeParse(asTyped({ surface: "", reading: "", ...cells }));
  return ENTRY_FIELDS.filter((field) => error?.issues.some(({ path }) => path[0] === field));
}

/** The entry that a row states, by the rules of the API; else Japanese sentences on all that is wrong. */
export function checkEntry(stated: StatedEntry): FileEntry | Refused {
  const typed = asTyped(stated);
  const checked = entryCreate.safeParse(typed);
  if (checked.success) return checked.data;
  const sentences = checked.error.issues.map(({ path: [field], message }) => {
    if (field === "partOfSpeech") return rowSentences.partOfSpeech(typed.partOfSpeech ?? "");
    return field === "enabled" ? rowSentences.enabled : message;
  });
  return { reason: [...new Set(sentences)].join(""), stated };
}

/** The values that cells mean; other text stays, for the sentence about it. */
function asTyped({ ...stated }: StatedEntry): StatedEntry {
  const { partOfSpeech, weight, enabled } = stated;
  if (partOfSpeech !== undefined) stated.partOfSpeech = listedWord(partOfSpeech) ?? partOfSpeech;
  if (typeof weight === "string") stated.weight = wholeNumber(weight);
  if (typeof enabled === "string") stated.enabled = enabledIn(enabled) ?? enabled;
  return stated;
}

/** Digits of any width as a number. */
function wholeNumber(text: string): number | string {
  const digits = listedWord(text) ?? "";
  return /^\d{1,9}$/.test(digits) ? Number(digits) : text;
}
