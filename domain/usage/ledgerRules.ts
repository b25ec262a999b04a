import { dayWithin, effectiveEnd, type Period } from "../contracts/rules.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { addDays, formatSeconds, tokyoDate, tokyoMidnight } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";

/** A row of the ledger is a reported transcript or a correction by a system admin. */
export const LEDGER_KINDS = ["EVENT", "ADJUSTMENT"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LEDGER_SORTS = ["occurredAt"] as const;

/** The largest adjustment in either direction. */
export const MAX_ADJUSTED = { transcriptCount: 9_999_999, seconds: 9_999_999 * 60 } as const;

/** No adjustment raises a counter beyond these. They are sums of many adjustments. */
const MAX_USED = { transcriptCount: 999_999_999, seconds: 999_999_999 * 60 } as const;

export const MAX_ADJUSTMENT_REASON = 500;

/** Transcripts and seconds: what was used, or a signed change of it. */
export interface Use {
  transcriptCount: number;
  seconds: number;
}

const writers: Readonly<Record<keyof Use, (value: number) => string>> = {
  transcriptCount: (count) => `${formatNumber(count)}件`,
  seconds: formatSeconds,
};

/**
 * Why an adjustment is impossible (docs/product/usage.md#adjustments): a sentence per field, none
 * if it is possible.
 */
export function adjustmentErrors(used: Use, change: Use): Partial<Record<keyof Use, string>> {
  if (change.transcriptCount === 0 && change.seconds === 0) {
    return {
      transcriptCount: fieldSentences.nothingAdjusted,
      seconds: fieldSentences.nothingAdjusted,
    };
  }
  const errors: Partial<Record<keyof Use, string>> = {};
  for (const figure of ["transcriptCount", "seconds"] as const) {
    const write = writers[figure];
    const after = used[figure] + change[figure];
    if (after < 0) errors[figure] = fieldSentences.usedBelowZero(figure, write(used[figure]));
    if (change[figure] > 0 && after > MAX_USED[figure]) {
      errors[figure] = fieldSentences.usedTooMuch(figure, write(MAX_USED[figure]));
    }
  }
  return errors;
}

/**
 * The day in Tokyo that an adjustment counts for: today, moved into the contract's period up to its
 * effective end, so that sums by day and month lie in the period.
 */
export function adjustmentDay(
  term: Period & { terminationDate: string | null },
  today: string,
): string {
  return dayWithin({ startDate: term.startDate, endDate: effectiveEnd(term) }, today);
}

/**
 * The place of an adjustment in the order of the ledger: now, or the nearer end of its day, so that
 * the order by time is also that by day.
 */
export function adjustmentInstant(day: string, now: Date): Date {
  const today = tokyoDate(now);
  if (day === today) return now;
  return day > today ? tokyoMidnight(day) : new Date(tokyoMidnight(addDays(day, 1)).getTime() - 1);
}
