import { type EntryCreate, entryCreate } from "../../domain/entries.ts";
import { DEFAULT_WEIGHT } from "../../domain/entryRules.ts";
import { rowSentences } from "../../domain/formatSentences.ts";
import { DEFAULT_PART_OF_SPEECH, PARTS_OF_SPEECH } from "../../domain/partsOfSpeech.ts";
import type { StatedEntry } from "./format.ts";

/** An entry of a file that keeps all rules, with its defaults. */
export type FileEntry = { [Field in keyof EntryCreate]-?: NonNullable<EntryCreate[Field]> };

/** The entry that a row states, by the rules of the API; else one Japanese sentence that says why. */
export function checkEntry(stated: StatedEntry): FileEntry | { reason: string } {
  const name = stated.partOfSpeech?.normalize("NFKC").trim();
  const partOfSpeech = PARTS_OF_SPEECH.find((one) => one === name) ?? name;
  if (name !== undefined && partOfSpeech !== undefined && !PARTS_OF_SPEECH.some((p) => p === name))
    return { reason: rowSentences.partOfSpeech(name) };
  const weight = typeof stated.weight === "string" ? wholeNumber(stated.weight) : stated.weight;
  const checked = entryCreate.safeParse({
    note: "",
    enabled: true,
    ...stated,
    partOfSpeech: partOfSpeech ?? DEFAULT_PART_OF_SPEECH,
    weight: weight ?? DEFAULT_WEIGHT,
  });
  if (!checked.success)
    return { reason: [...new Set(checked.error.issues.map(({ message }) => message))].join("") };
  const { data } = checked;
  return {
    ...data,
    partOfSpeech: data.partOfSpeech ?? DEFAULT_PART_OF_SPEECH,
    weight: data.weight ?? DEFAULT_WEIGHT,
    note: data.note ?? "",
    enabled: data.enabled ?? true,
  };
}

/** Digits of any width as a number; other text stays, for the sentence about it. */
function wholeNumber(text: string): number | string {
  const digits = text.normalize("NFKC").trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : digits;
}
