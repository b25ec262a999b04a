import { katakana } from "../../domain/text/katakana.ts";
import { omissionSentences } from "../../domain/vocabulary/labels.ts";
import type { OmissionReason, VocabularyEngine } from "../../domain/vocabulary/rules.ts";
import type { VocabularyEntry, VocabularyQuery } from "../../domain/vocabulary/schemas.ts";
import { amivoiceWord } from "./amivoice.ts";
import { fileFormats } from "./formats.ts";
import { lineOf } from "./writeFile.ts";

/** Why an engine does not get an entry, with a Japanese sentence. */
interface Omission {
  reason: OmissionReason;
  message: string;
}

/** What an engine gets of an entry, or why it does not get it. */
export type Converted = { text: string } | Omission;

type Options = Pick<VocabularyQuery, "names">;
type Convert = (entry: VocabularyEntry) => Converted;

/** How a vocabulary is written for an engine (docs/formats.md#vocabulary). */
export interface VocabularyForm {
  mediaType: "application/json" | "text/plain" | "text/tab-separated-values";
  head: (revision: number) => string;
  /** What stands between two entries. */
  separator: string;
  tail: string;
  /** Starts a list, whose entries come in the order of their importance. */
  open: (options: Options) => Convert;
}

/** The limits that their owners state; docs/formats.md#vocabulary has the sources. */
const VOCABULARY_LIMITS = {
  google: { phrases: 1_200, characters: 100_000, ofPhrase: 100 },
  aws: { bytes: 50 * 1024 },
  azure: { phrases: 500 },
  deepgram: { terms: 100, tokens: 500 },
  // One token of 223 is for the space that Whisper puts before a prompt.
  whisper: { tokens: 222 },
} as const;

const bytesOf = ({ text }: { text: string }) => Buffer.byteLength(text);

/**
 * Bytes of UTF-8: the tokens of an engine that divides text by byte pairs are never more, whatever
 * its table. We have none of the tables.
 */
const tokensOf = bytesOf;

const WHISPER_SEPARATOR = ", ";

/** Ends a list before the first entry with which it would exceed a limit. */
function upTo(
  most: number,
  sizeOf: (added: { text: string; entry: VocabularyEntry }) => number,
  message: string,
  { separator = "", used = 0 } = {},
): (convert: Convert) => Convert {
  return (convert) => {
    let size = used;
    let isFirst = true;
    let isFull = false;
    return (entry) => {
      if (isFull) return { reason: "FULL", message };
      const converted = convert(entry);
      if ("reason" in converted) return converted;
      const added = sizeOf({ text: (isFirst ? "" : separator) + converted.text, entry });
      if (size + added > most) {
        isFull = true;
        return { reason: "FULL", message };
      }
      size += added;
      isFirst = false;
      return converted;
    };
  };
}

const entriesUpTo = (most: number) => upTo(most, () => 1, omissionSentences.tooMany(most));

/** For engines that have one text for an entry: each text once, in the list. */
function once(textOf: (entry: VocabularyEntry) => string, message: string) {
  return (convert: Convert): Convert => {
    const seen = new Set<string>();
    return (entry) => {
      const text = textOf(entry);
      if (seen.has(text)) return { reason: "REPEATED", message };
      const converted = convert(entry);
      if ("text" in converted) seen.add(text);
      return converted;
    };
  };
}

const bySurface = once(({ surface }) => surface, omissionSentences.repeatedSurface);
const byReading = once(({ reading }) => reading, omissionSentences.repeatedReading);

const surface: Convert = (entry) => ({ text: entry.surface });

const list = { head: () => "", separator: "", tail: "" };

/** The lines that an export of the dictionaries has, or another text of the entries in it. */
function exported(
  format: "amivoice" | "mecab" | "kuromoji" | "sudachi",
  textOf?: (entry: VocabularyEntry) => string,
): Convert {
  const { refusal, syntax, write } = fileFormats[format];
  // Which of several entries is sent follows from their order.
  const refused = refusal?.([]);
  return (entry) => {
    const written = { ...entry, note: "", enabled: true };
    if (refused?.(written) !== undefined) {
      return { reason: "CHARACTER", message: omissionSentences.unfit };
    }
    return { text: textOf?.(entry) ?? lineOf(write(written) ?? [], written, syntax) };
  };
}

const asLine =
  (convert: Convert): Convert =>
  (entry) => {
    const converted = convert(entry);
    return "text" in converted ? { text: `${converted.text}\n` } : converted;
  };

/** A boost of Google for each weight; 20 is the most that it takes. */
const BOOSTS: Readonly<Record<number, number>> = { 1: 5, 2: 10, 3: 15 };

function googlePhrase({ surface: value, weight }: VocabularyEntry): Converted {
  const most = VOCABULARY_LIMITS.google.ofPhrase;
  return value.length > most
    ? { reason: "LENGTH", message: omissionSentences.tooLong(most) }
    : { text: JSON.stringify({ value, boost: BOOSTS[weight] }) };
}

const NAMES: readonly string[] = ["人名", "姓", "名"];

const AWS_HEAD = "Phrase\tSoundsLike\tIPA\tDisplayAs\n";

/**
 * What the Japanese vocabularies of AWS take, where one other character makes the whole table fail:
 * the reading in katakana as phrase, and of the surface what is documented for DisplayAs.
 */
const AWS_PHRASE = /[^ァ-ヶー]|ヮ/u;
const AWS_DISPLAY = /[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ーＡ-Ｚ]/u;

function awsRow(
  { surface, reading, partOfSpeech }: VocabularyEntry,
  { names }: Options,
): Converted {
  if (names === "exclude" && NAMES.includes(partOfSpeech)) {
    return { reason: "NAME", message: omissionSentences.name };
  }
  const phrase = katakana(reading);
  const [inReading] = AWS_PHRASE.exec(phrase) ?? [];
  if (inReading) return { reason: "CHARACTER", message: omissionSentences.inReading(inReading) };
  const [inSurface] = AWS_DISPLAY.exec(surface) ?? [];
  if (inSurface) return { reason: "CHARACTER", message: omissionSentences.inSurface(inSurface) };
  return { text: `${phrase}\t\t\t${surface}\n` };
}

/** Commas divide the words of a prompt, and <| begins a token of Whisper's own. */
const WHISPER_SIGNS = /,|<\|/u;

function whisperWord({ surface: text }: VocabularyEntry): Converted {
  const [sign] = WHISPER_SIGNS.exec(text) ?? [];
  return sign === undefined
    ? { text }
    : { reason: "CHARACTER", message: omissionSentences.inSurface(sign) };
}

export const vocabularyForms: Readonly<Record<VocabularyEngine, VocabularyForm>> = {
  json: {
    mediaType: "application/json",
    head: (revision) => `{"revision":${revision},"entries":[`,
    separator: ",",
    tail: "]}",
    open: () => (entry) => ({ text: JSON.stringify(entry) }),
  },
  amivoice: {
    ...list,
    mediaType: "text/plain",
    separator: "|",
    open: () => byReading(exported("amivoice")),
  },
  google: {
    mediaType: "application/json",
    head: () => '{"phrases":[',
    separator: ",",
    tail: "]}",
    open: () => {
      const { phrases, characters } = VOCABULARY_LIMITS.google;
      const message = omissionSentences.tooManyCharacters(characters);
      const withinRequest = upTo(characters, ({ entry }) => entry.surface.length, message);
      return entriesUpTo(phrases)(withinRequest(bySurface(googlePhrase)));
    },
  },
  aws: {
    ...list,
    mediaType: "text/tab-separated-values",
    head: () => AWS_HEAD,
    open: (options) => {
      const { bytes } = VOCABULARY_LIMITS.aws;
      const message = omissionSentences.tooManyBytes(bytes / 1024);
      const withinFile = upTo(bytes, bytesOf, message, { used: AWS_HEAD.length });
      return withinFile(byReading((entry) => awsRow(entry, options)));
    },
  },
  azure: {
    ...list,
    mediaType: "text/plain",
    open: () => entriesUpTo(VOCABULARY_LIMITS.azure.phrases)(bySurface(asLine(surface))),
  },
  deepgram: {
    mediaType: "application/json",
    head: () => '{"keyterm":[',
    separator: ",",
    tail: "]}",
    open: () => {
      const { terms, tokens } = VOCABULARY_LIMITS.deepgram;
      const message = omissionSentences.tooManyTokens(tokens);
      const withinTokens = upTo(tokens, ({ entry }) => tokensOf({ text: entry.surface }), message);
      const quoted = bySurface((entry) => ({ text: JSON.stringify(entry.surface) }));
      return entriesUpTo(terms)(withinTokens(quoted));
    },
  },
  whisper: {
    ...list,
    mediaType: "text/plain",
    separator: WHISPER_SEPARATOR,
    open: () => {
      const { tokens } = VOCABULARY_LIMITS.whisper;
      const message = omissionSentences.tooManyTokens(tokens);
      const withinPrompt = upTo(tokens, tokensOf, message, { separator: WHISPER_SEPARATOR });
      return withinPrompt(bySurface(whisperWord));
    },
  },
  mecab: { ...list, mediaType: "text/plain", open: () => asLine(exported("mecab")) },
  kuromoji: {
    ...list,
    mediaType: "text/plain",
    open: () => bySurface(asLine(exported("kuromoji"))),
  },
  sudachi: { ...list, mediaType: "text/plain", open: () => asLine(exported("sudachi")) },
};

const amivoiceJson: VocabularyForm = {
  mediaType: "application/json",
  head: () => '{"profilewords":[',
  separator: ",",
  tail: "]}",
  open: () => byReading(exported("amivoice", (entry) => JSON.stringify(amivoiceWord(entry)))),
};

/** The form that is asked for: that of an engine, or AmiVoice's other one. */
export function formFor({
  engine,
  form,
}: Pick<VocabularyQuery, "engine" | "form">): VocabularyForm {
  return form === "json" ? amivoiceJson : vocabularyForms[engine];
}
