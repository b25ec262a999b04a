import { heardDistance } from "../readings/soundDistance.ts";
import { moraeOf } from "../readings/sounds.ts";
import type { CandidateKind, FoundCandidate, KnownEntry } from "./rules.ts";

export interface KnownAs {
  kind: CandidateKind;
  /** The entry that the kind is about. */
  entry?: KnownEntry;
}

/** How much nearer, as a share of the sound, another reading is to what was heard than the entry's own. */
const NEARER = 0.15;

/**
 * What a candidate is to the entries with its surface; null where they have all that the texts tell, as a
 * reflected word of a text that nothing was recognised for. The entries are those of all dictionaries.
 */
export function knownAs(candidate: FoundCandidate, entries: readonly KnownEntry[]): KnownAs | null {
  const used = entries.filter(({ enabled, isForWorkspace }) => enabled && isForWorkspace);
  const [first] = used;
  if (!first) {
    const elsewhere = entries.find(({ enabled }) => enabled);
    if (elsewhere) return { kind: "KNOWN_OTHER_WORKSPACE", entry: elsewhere };
    const [disabled] = entries;
    return disabled ? { kind: "KNOWN_DISABLED", entry: disabled } : { kind: "NEW" };
  }
  if (hasOtherReading(candidate, used)) return { kind: "READING", entry: first };
  const behind = used.every(({ revision, fetched }) => (fetched ?? 0) < revision || revision === 0);
  if (behind) return { kind: "KNOWN_NOT_REFLECTED", entry: first };
  const isMisheard = candidate.evidence.some(({ before }) => before !== null);
  return isMisheard ? { kind: "KNOWN_MISHEARD", entry: first } : null;
}

/** Whether the text states another reading, or what was heard is nearer to another one. */
function hasOtherReading(
  { readings, heardReadings }: FoundCandidate,
  entries: readonly KnownEntry[],
): boolean {
  const known = new Set(entries.map(({ reading }) => reading));
  if (readings.some(({ reading, source }) => source === "TEXT" && !known.has(reading))) return true;
  if (heardReadings.length === 0) return false;
  const others = readings.filter(({ reading }) => !known.has(reading));
  const far = (reading: string) =>
    Math.min(...heardReadings.map((one) => soundShare(reading, one)));
  const nearest = Math.min(...[...known].map(far));
  return others.some(({ reading }) => far(reading) + NEARER <= nearest);
}

/** How much of two readings sounds differently: 0 for the same sound, 1 for nothing in common. */
export function soundShare(one: string, other: string): number {
  const sounds = [moraeOf(one), moraeOf(other)] as const;
  return heardDistance(...sounds) / Math.max(sounds[0].length, sounds[1].length, 1);
}
