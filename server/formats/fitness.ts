import type { DictionaryEngine } from "../../domain/dictionaryFormats.ts";
import { entryLabels } from "../../domain/entryLabelSentences.ts";
import { fitnessSentences } from "../../domain/fitnessSentences.ts";
import type { PartOfSpeech } from "../../domain/partsOfSpeech.ts";
import { AMIVOICE_RESERVED } from "./amivoice.ts";
import type { WrittenEntry } from "./format.ts";
import { hasPartOfSpeech, partOfSpeechIn, type TaggedFormat } from "./partsOfSpeech.ts";

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
  /** The enabled entries; the disabled ones are not for the engine. */
  total: number;
  /** How many of them have a misfit. */
  unfit: number;
  /** The first misfits, in the order of the entries. */
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

function tagged(format: TaggedFormat, conjugated: readonly PartOfSpeech[] = []): Check {
  return ({ partOfSpeech }) => {
    if (conjugated.includes(partOfSpeech))
      return [["partOfSpeech", fitnessSentences.conjugation(partOfSpeech)]];
    if (hasPartOfSpeech(format, partOfSpeech)) return [];
    const theirs = partOfSpeechIn(format, partOfSpeech);
    return [["partOfSpeech", fitnessSentences.partOfSpeech(partOfSpeech, theirs)]];
  };
}

function noSpace({ surface }: WrittenEntry): Finding[] {
  return /\s/u.test(surface) ? [["surface", fitnessSentences.space]] : [];
}

function amivoiceSigns({ surface }: WrittenEntry): Finding[] {
  const sign = AMIVOICE_RESERVED.exec(surface)?.[0];
  if (sign === undefined) return [];
  const { shownAsSpace, reservedSign } = fitnessSentences;
  return [["surface", sign === "_" ? shownAsSpace : reservedSign(sign)]];
}

/** A check that remembers the surfaces it has seen. */
function unrepeated(): Check {
  const seen = new Set<string>();
  return ({ surface }) => {
    if (seen.has(surface)) return [["surface", fitnessSentences.repeatedSurface]];
    seen.add(surface);
    return [];
  };
}

/** The checks of each engine, by the limits that its owner states (docs/formats.md). */
const CHECKS: Readonly<Record<DictionaryEngine, () => readonly Check[]>> = {
  msime: () => [within(["surface", "reading"], 63, "文字"), tagged("msime")],
  google: () => [within(["surface", "reading", "note"], 300, "バイト"), tagged("google")],
  mecab: () => [tagged("mecab", ["動詞", "形容詞", "助動詞"])],
  kuromoji: () => [noSpace, unrepeated()],
  sudachi: () => [tagged("sudachi", ["動詞", "形容詞", "助動詞"])],
  amivoice: () => [amivoiceSigns, tagged("amivoice")],
};

/** What of a dictionary an engine cannot take. */
export function fitnessFor(
  engine: DictionaryEngine,
  entries: readonly WrittenEntry[],
): EngineFitness {
  const checks = CHECKS[engine]();
  const misfits: Misfit[] = [];
  let total = 0;
  let unfit = 0;
  for (const entry of entries) {
    if (!entry.enabled) continue;
    total += 1;
    const found = checks.flatMap((check) => check(entry));
    if (found.length > 0) unfit += 1;
    const { entryId, surface, reading } = entry;
    for (const [field, message] of found)
      if (misfits.length < MOST_MISFITS)
        misfits.push({ entryId, surface, reading, field, message });
  }
  return { engine, total, unfit, misfits };
}
