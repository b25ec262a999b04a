/** The most surfaces of one request, and the most readings of a surface. */
export const MOST_SURFACES = 200;
export const MOST_READINGS = 5;

/** The most rows of an import whose readings one request accepts. */
export const MOST_AT_ONCE = 1_000;

/**
 * Where a reading comes from, the most reliable first: words of the own dictionaries, a whole word of the
 * analyser's dictionary, a family name with a given name, the words that make up the surface, and letters
 * and numbers that are said one by one.
 */
export const READING_SOURCES = ["OWN", "WORD", "NAME", "PARTS", "LETTERS"] as const;
export type ReadingSource = (typeof READING_SOURCES)[number];

/** A reading that is offered for a surface, in hiragana. */
export interface OfferedReading {
  reading: string;
  source: ReadingSource;
}
