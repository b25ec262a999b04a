/** Soft hyphen, zero-width characters, variation selectors. */
const UNSEEN = /[\p{Variation_Selector}\u00ad\u180e\u200b-\u200d\u2060]/gu;

/** The capital letters of Latin-1 and JIS X 0208. */
const CAPITALS = /[A-ZÀ-ÖØ-ÞΑ-ΡΣ-ΩЁА-Я]/gu;

/**
 * A surface as it is compared with a text: without invisible characters, NFKC, in small letters.
 * The function entry_fold of the database does the same.
 */
export function entryFold(text: string): string {
  return text
    .replace(UNSEEN, "")
    .normalize("NFKC")
    .replace(CAPITALS, (letter) => letter.toLowerCase());
}

/** A folded text and where each of its code units comes from. */
export interface FoldedText {
  folded: string;
  /** The folded text with katakana as hiragana; as long as `folded`. */
  kana: string;
  /** Offset in the source of the character from which the unit comes. */
  starts: Uint32Array;
  /** Offset in the source behind that character. */
  ends: Uint32Array;
}

/**
 * A character with the marks that combine with it. Their number is limited, as normalizing a long
 * run of marks takes quadratic time.
 */
const CLUSTER = /[\s\S][\p{M}\uff9e\uff9f\u00ad\u180e\u200b-\u200d\u2060]{0,30}/gu;

/** Control characters and lone surrogates, which no entry contains and no database takes. */
const NEVER = /[\p{Cc}\p{Cs}]/gu;

/** Folds a text character by character, so that a place in it can be told from one in the result. */
export function foldWithPositions(text: string): FoldedText {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const known = new Map<string, string>();
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = known.get(cluster) ?? entryFold(cluster).replace(NEVER, "\n");
    known.set(cluster, part);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  const folded = parts.join("");
  return {
    folded,
    kana: hiragana(folded),
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
  };
}

/** Whether one of the source's characters begins at this unit of the folded text, or the text ends. */
export function isEdge({ starts }: Pick<FoldedText, "starts">, unit: number): boolean {
  return unit === 0 || unit === starts.length || starts[unit] !== starts[unit - 1];
}

function hiragana(text: string): string {
  return text.replace(/[ァ-ヶ]/gu, (kana) =>
    String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60),
  );
}
