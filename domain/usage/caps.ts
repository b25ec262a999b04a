import { capSeconds } from "../contracts/rules.ts";

/** The transcripts of a day, adjustments included. */
export interface UseOfDay {
  /** YYYY-MM-DD in Tokyo. */
  date: string;
  transcriptCount: number;
  seconds: number;
}

/** Null is unlimited. */
interface Caps {
  maxTranscriptCount: number | null;
  maxTranscriptMinutes: number | null;
}

/** The day on which a cap is passed. */
export interface DayBeyond {
  date: string;
  /** What the caps left at its beginning; null is unlimited. */
  left: { transcriptCount: number | null; seconds: number | null };
  /** The transcripts of the days after it. */
  later: number;
}

/**
 * The first of the days, which are in order, whose use goes beyond a cap; undefined if none does
 * (docs/product/contracts.md#caps).
 */
export function dayBeyond(
  days: readonly UseOfDay[],
  { maxTranscriptCount, maxTranscriptMinutes }: Caps,
): DayBeyond | undefined {
  const left = {
    transcriptCount: maxTranscriptCount,
    seconds: capSeconds(maxTranscriptMinutes),
  };
  for (const [n, { date, transcriptCount, seconds }] of days.entries()) {
    const after = {
      transcriptCount:
        left.transcriptCount === null ? null : left.transcriptCount - transcriptCount,
      seconds: left.seconds === null ? null : left.seconds - seconds,
    };
    if ((after.transcriptCount ?? 0) < 0 || (after.seconds ?? 0) < 0) {
      const later = days.slice(n + 1).reduce((sum, day) => sum + day.transcriptCount, 0);
      return { date, left, later };
    }
    Object.assign(left, after);
  }
  return undefined;
}
