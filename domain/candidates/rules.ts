import type { PartOfSpeech } from "../entries/partsOfSpeech.ts";
import type { OfferedReading } from "../readings/rules.ts";
import { formatNumber } from "../text/numbers.ts";

/** The longest text, in code points, of each side. */
export const CANDIDATE_TEXT_LENGTH = 20_000;
/** The most candidates of an answer, and passages that are shown of each. */
export const MOST_CANDIDATES = 200;
export const MOST_EVIDENCE = 3;
/** The most digests of words that an organization keeps, the latest; the oldest go. */
export const MOST_IGNORED = 10_000;

/**
 * What a candidate is to the dictionaries: new, known with another reading, known but not in what an engine
 * has, known and misheard all the same, known and disabled, or known in dictionaries for other workspaces.
 */
export const CANDIDATE_KINDS = [
  "NEW",
  "READING",
  "KNOWN_NOT_REFLECTED",
  "KNOWN_MISHEARD",
  "KNOWN_DISABLED",
  "KNOWN_OTHER_WORKSPACE",
] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** TEXT: the text has it in parentheses. HEARD: what was recognised in place of a surface that cannot be read. */
export const CANDIDATE_SOURCES = ["TEXT", "HEARD"] as const;
export interface CandidateReading {
  reading: string;
  source: OfferedReading["source"] | (typeof CANDIDATE_SOURCES)[number];
}

/** Passages with a candidate: what was recognised and what it became, with a sentence of the corrected text. */
export interface Evidence {
  /** Null in a text without a transcript. */
  before: string | null;
  after: string;
  count: number;
  sentence: string;
  /** Where `after` begins in the sentence, in code units. */
  at: number;
}

/** A candidate as the texts alone have it. */
export interface FoundCandidate {
  surface: string;
  readings: CandidateReading[];
  /** Ways to read what was recognised, in hiragana, the one that is nearest to the surface first. */
  heardReadings: string[];
  partOfSpeech: PartOfSpeech;
  evidence: Evidence[];
  /** From 0 to 1. */
  score: number;
}

/** An entry with the surface of a candidate. */
export interface KnownEntry {
  entryId: number;
  dictionaryId: number;
  dictionaryName: string;
  reading: string;
  weight: number;
  version: number;
  enabled: boolean;
  isForWorkspace: boolean;
  /** The first revision of the words with the entry as it is; 0 if engines never saw it. */
  revision: number;
  /** The revision of the engine that is furthest behind; null if none has fetched. */
  fetched: number | null;
}

const tooLong = (name: string) =>
  `${name}は${formatNumber(CANDIDATE_TEXT_LENGTH)}文字以内で入力してください。`;

export const candidateSentences = {
  beforeTooLong: tooLong("認識結果"),
  afterTooLong: tooLong("校正後"),
} as const;
