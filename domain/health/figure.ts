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
