import { type FoldedText, isEdge } from "../../../../domain/entryFold.ts";
import { LEAST_KANA } from "../../../../domain/previewRules.ts";
import type { MetBy } from "../../../../domain/previewSentences.ts";
import type { KeysAt } from "./keysInText.ts";

/** A passage of the folded text that is the key of entries. */
export interface KeyedPassage {
  start: number;
  end: number;
  keys: Partial<Record<MetBy, string>>;
}

/** The units of a folded text at which an entry can begin by its surface. */
export function surfacePlaces(folded: FoldedText): number[] {
  const places: number[] = [];
  for (let unit = 0; unit < folded.starts.length; unit += 1) {
    if (isEdge(folded, unit) && folded.folded[unit] !== "\n") places.push(unit);
  }
  return places;
}

/** Those of the places at which an entry can begin by its reading. */
export function readingPlaces(folded: FoldedText, surfaces: readonly number[]): number[] {
  const enough = new RegExp(`[ぁ-ゖー]{${LEAST_KANA}}`, "y");
  return surfaces.filter((unit) => {
    enough.lastIndex = unit;
    return enough.test(folded.kana);
  });
}

/** The passages in the order of decideMatches. None begins or ends within a character. */
export function* keyedPassages(
  folded: FoldedText,
  places: readonly number[],
  keysAt: Record<MetBy, KeysAt>,
): Generator<KeyedPassage> {
  for (const start of places) {
    const passages = new Map<number, KeyedPassage>();
    for (const by of ["surface", "reading"] as const) {
      for (const key of keysAt[by](start)) {
        const end = start + key.length;
        const keys = { ...passages.get(end)?.keys, [by]: key };
        if (isEdge(folded, end)) passages.set(end, { start, end, keys });
      }
    }
    yield* [...passages.values()].toSorted((one, other) => other.end - one.end);
  }
}
