import { NOTE_LENGTH } from "../entries/rules.ts";
import { HEALTH_KINDS, type HealthKind, type HealthSet } from "./rules.ts";

/** What lowers the figure: how many sets of a kind, of how many words. */
interface Lowering {
  kind: HealthKind;
  sets: number;
  words: number;
  /** Those that no kind before has counted. */
  counted: number;
}

export interface HealthFigure {
  words: number;
  /** Those in no set. */
  sound: number;
  lowered: Lowering[];
}

/** The leading figure of a health check. `words - sound` is the sum of `counted`. */
export function healthFigure(words: number, sets: readonly HealthSet[]): HealthFigure {
  const known = new Set<number>();
  const lowered = HEALTH_KINDS.map((kind): Lowering => {
    const ofKind = sets.filter((set) => set.kind === kind);
    const before = known.size;
    const inSets = new Set(ofKind.flatMap(({ entryIds }) => entryIds));
    for (const entryId of inSets) known.add(entryId);
    return { kind, sets: ofKind.length, words: inSets.size, counted: known.size - before };
  });
  return { words, sound: words - known.size, lowered };
}

/** The share of sound words in whole percent: 100 only if all are, 0 only if none is; 100 without words. */
export function soundPercent({ words, sound }: Pick<HealthFigure, "words" | "sound">): number {
  if (words === sound) return 100;
  return sound === 0 ? 0 : Math.min(Math.max(Math.round((sound / words) * 100), 1), 99);
}

/**
 * The notes of merged words as one, that of the kept word first, each once. What would make it longer than a
 * note may be stays with the word that has it.
 */
export function joinedNote(kept: string, others: readonly string[]): string {
  let joined = kept;
  const parts = new Set([kept]);
  for (const note of others) {
    if (note === "" || parts.has(note)) continue;
    const longer = joined === "" ? note : `${joined}／${note}`;
    if ([...longer].length > NOTE_LENGTH) continue;
    parts.add(note);
    joined = longer;
  }
  return joined;
}
