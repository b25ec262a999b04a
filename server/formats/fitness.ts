import { entryLabels } from "../../domain/entries/fields.ts";
import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";
import { ENTRY_FIELDS, type EntryCells, type EntryField } from "../../domain/entries/rules.ts";
import { type EntryCreate, entryCreate } from "../../domain/entries/schemas.ts";
import { enabledIn } from "../../domain/entries/state.ts";
import type { DictionaryEngine } from "../../domain/files/formats.ts";
import { fitnessSentences, rowSentences } from "../../domain/files/sentences.ts";
import { listedWord } from "../../domain/text/shortened.ts";
import type { Refused, StatedEntry, WrittenEntry } from "./format.ts";
import { fileFormats } from "./formats.ts";
import { hasPartOfSpeech, partOfSpeechIn } from "./partsOfSpeech.ts";
import type { TaggedFormat } from "./partsOfSpeechTable.ts";

type Field = "surface" | "reading" | "partOfSpeech" | "note";

/** What an engine cannot take of one entry. */
interface Misfit {
  entryId: number;
  surface: string;
  reading: string;
  field: Field;
  /** A Japanese sentence. */
  message: string;
}

export interface EngineFitness {
  engine: DictionaryEngine;
  total: number;
  unfit: number;
  /** How many of these the engine takes, with another part of speech or without one. */
  retagged: number;
  /** The first misfits: what keeps an entry out, then parts of speech, in the order of the entries. */
  misfits: Misfit[];
}

type Finding = [field: Field, message: string];
type Check = (entry: WrittenEntry) => Finding[];

const MOST_MISFITS = 200;

/** The limits of a text: characters of UTF-16 (Microsoft) or bytes of UTF-8 (Google). */
const length = {
  文字: (text: string) => text.length,
  バイト: (text: string) => Buffer.byteLength(text),
};

function within(
  fields: readonly Exclude<Field, "partOfSpeech">[],
  max: number,
  unit: keyof typeof length,
): Check {
  return (entry) =>
    fields
      .filter((field) => length[unit](entry[field]) > max)
      .map((field) => [field, fitnessSentences.tooLong(entryLabels[field], max, unit)]);
}

/** Parts of speech that morphological analysers have, but not for words that are added. */
const OWN_WORDS: Readonly<Partial<Record<PartOfSpeech, "conjugation" | "closedClass">>> = {
  動詞: "conjugation",
  形容詞: "conjugation",
  助動詞: "conjugation",
  助詞: "closedClass",
  接続詞: "closedClass",
};

function tagged(format: TaggedFormat, reasons: typeof OWN_WORDS = {}): Check {
  return ({ partOfSpeech }) => {
    if (hasPartOfSpeech(format, partOfSpeech)) return [];
    const reason = reasons[partOfSpeech] ?? "partOfSpeech";
    const theirs = partOfSpeechIn(format, partOfSpeech);
    return [["partOfSpeech", fitnessSentences[reason](partOfSpeech, theirs)]];
  };
}

/** What an export leaves out. */
function written(format: DictionaryEngine, entries: readonly WrittenEntry[]): Check {
  const refusal = fileFormats[format].refusal?.(entries);
  return (entry) => {
    const refused = refusal?.(entry);
    return refused === undefined ? [] : [[refused.field, refused.message]];
  };
}

type Checks = (entries: readonly WrittenEntry[]) => readonly Check[];

/** The checks of each engine, by the limits that its owner states (docs/formats.md). */
const CHECKS: Readonly<Record<DictionaryEngine, Checks>> = {
  msime: () => [within(["surface", "reading"], 63, "文字"), tagged("msime")],
  google: () => [within(["surface", "reading", "note"], 300, "バイト"), tagged("google")],
  mecab: () => [tagged("mecab", OWN_WORDS)],
  kuromoji: (entries) => [written("kuromoji", entries)],
  sudachi: () => [tagged("sudachi", OWN_WORDS)],
  amivoice: (entries) => [written("amivoice", entries), tagged("amivoice")],
};

/** What of a dictionary an engine cannot take. */
export function fitnessFor(
  engine: DictionaryEngine,
  entries: readonly WrittenEntry[],
): EngineFitness {
  const checks = CHECKS[engine](entries);
  const refused: Misfit[] = [];
  const others: Misfit[] = [];
  let total = 0;
  let unfit = 0;
  let retagged = 0;
  for (const entry of entries) {
    if (!entry.enabled) continue;
    total += 1;
    const found = checks.flatMap((check) => check(entry));
    if (found.length === 0) continue;
    unfit += 1;
    if (found.every(([field]) => field === "partOfSpeech")) retagged += 1;
    const { entryId, surface, reading } = entry;
    for (const [field, message] of found) {
      const misfits = field === "partOfSpeech" ? others : refused;
      if (misfits.length < MOST_MISFITS)
        misfits.push({ entryId, surface, reading, field, message });
    }
  }
  const misfits = [...refused, ...others].slice(0, MOST_MISFITS);
  return { engine, total, unfit, retagged, misfits };
}

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
