import { type FoldedText, isEdge } from "../../../../domain/entries/fold.ts";
import { LEAST_KANA, SHORT_KANA } from "../../../../domain/preview/rules.ts";
import type { MetBy } from "../../../../domain/preview/sentences.ts";
import { standsAlone } from "../../../../domain/preview/wordBoundary.ts";
import type { KeysAt } from "./keysInText.ts";

/** A passage of the folded text that is the key of entries. */
export interface KeyedPassage {
  start: number;
  end: number;
  keys: Partial<Record<MetBy, string>>;
}

/** The units of a folded text at which an entry can begin by its surface. */
export function surfacePositions(folded: FoldedText): number[] {
  const positions: number[] = [];
  for (let unit = 0; unit < folded.starts.length; unit += 1) {
    if (isEdge(folded, unit) && folded.folded[unit] !== "\n") positions.push(unit);
  }
  return positions;
}

/** Those of the places at which an entry can begin by its reading. */
export function readingPositions(folded: FoldedText, surfaces: readonly number[]): number[] {
  const enough = new RegExp(`[ぁ-ゖー]{${LEAST_KANA}}`, "y");
  return surfaces.filter((unit) => {
    enough.lastIndex = unit;
    return enough.test(folded.kana);
  });
}

/**
 * The passages in the order of decideMatches. None begins or ends within a character, nor, unless
 * `withinWords`, a short reading within a word.
 */
export function* keyedPassages(
  folded: FoldedText,
  positions: readonly number[],
  { keysAt, withinWords }: { keysAt: Record<MetBy, KeysAt>; withinWords: boolean },
): Generator<KeyedPassage> {
  for (const start of positions) {
    const passages = new Map<number, KeyedPassage>();
    for (const by of ["surface", "reading"] as const) {
      for (const key of keysAt[by](start)) {
        const end = start + key.length;
        if (!isEdge(folded, end)) continue;
        const isDoubtful = by === "reading" && key.length <= SHORT_KANA && !withinWords;
        if (isDoubtful && !standsAlone(folded.folded, start, end)) continue;
        passages.set(end, { start, end, keys: { ...passages.get(end)?.keys, [by]: key } });
      }
    }
    yield* [...passages.values()].toSorted((one, other) => other.end - one.end);
  }
}
