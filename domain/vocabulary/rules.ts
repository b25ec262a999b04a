/**
 * What the vocabulary of an organization is written for (docs/formats.md#vocabulary): our own JSON,
 * then recognisers, then morphological analysers.
 */
export const VOCABULARY_ENGINES = [
  "json",
  "amivoice",
  "google",
  "aws",
  "azure",
  "deepgram",
  "whisper",
  "mecab",
  "kuromoji",
  "sudachi",
] as const;
export type VocabularyEngine = (typeof VOCABULARY_ENGINES)[number];

/** Those that recognise speech, whose lists are short. */
export const RECOGNISERS = [
  "amivoice",
  "google",
  "aws",
  "azure",
  "deepgram",
  "whisper",
] as const satisfies readonly VocabularyEngine[];

/**
 * Why an engine does not get an entry. FULL: the list has reached its limit. REPEATED: its surface
 * is in the list with another reading, or its reading with another surface. NAME: the caller excludes names of people.
 */
export const OMISSION_REASONS = ["FULL", "REPEATED", "CHARACTER", "LENGTH", "NAME"] as const;
export type OmissionReason = (typeof OMISSION_REASONS)[number];

export const MOST_OMISSIONS = 500;

/** Of how many days the uses of a word are added up, today in Tokyo included. */
export const USES_DAYS = 30;

/** How long engines that were away hear of deleted entries, in days. */
export const TOMBSTONE_DAYS = 90;
