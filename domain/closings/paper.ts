import { addFigures, type DayFigures, type Figures, NO_FIGURES, type Part } from "./rules.ts";

/** What a statement says on paper beside its figures (docs/product/closings.md#statements). */

/** What a statement is called on paper: 202610-123-2 is version 2 of October 2026 of contract 123. */
export function statementNumber({
  month,
  contractId,
  version,
}: {
  month: string;
  contractId: number;
  version: number;
}): string {
  return `${month.replace("-", "")}-${contractId}-${version}`;
}

/** The caps of a contract as a closing keeps them; null without one. */
export interface ClosedCaps {
  transcripts: number | null;
  minutes: number | null;
}

/**
 * What is left of the caps after all that the contract had used, in transcripts and seconds; null without a
 * cap, below zero where more was used.
 */
export function leftOf(
  { transcripts, minutes }: ClosedCaps,
  used: Figures,
): { transcripts: number | null; seconds: number | null } {
  return {
    transcripts: transcripts === null ? null : transcripts - used.transcripts,
    seconds: minutes === null ? null : minutes * 60 - used.seconds,
  };
}

/** The figures of a statement by workspace, those of its own month, in the order of their ids. */
export function workspaceFigures<Day extends Omit<DayFigures, "adjustments"> & { late: boolean }>(
  days: readonly Day[],
): Day[] {
  const found = new Map<number, Day>();
  for (const day of days) {
    // Adjustments belong to no workspace.
    if (day.late || (day.transcripts === 0 && day.seconds === 0)) continue;
    const key = day.workspaceId ?? 0;
    const before = found.get(key);
    found.set(key, before ? { ...before, ...addFigures(before, day) } : day);
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, figures]) => figures);
}

/** The figures of a statement by day, of its own month or those that came late, the first day first. */
export function dayFigures(
  days: readonly (DayFigures & { late: boolean })[],
  part: Part,
): (Figures & { day: string; adjustments: Figures })[] {
  const found = new Map<string, Figures & { day: string; adjustments: Figures }>();
  for (const { day, late, transcripts, seconds, adjustments } of days) {
    if (late !== (part === "LATE")) continue;
    const before = found.get(day) ?? { day, ...NO_FIGURES, adjustments: NO_FIGURES };
    found.set(day, {
      day,
      ...addFigures(before, { transcripts, seconds }),
      adjustments: addFigures(before.adjustments, adjustments),
    });
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** The minutes of a statement: its seconds are rounded up once (docs/product/usage.md#minutes). */
export function statementMinutes({ seconds }: Figures): number {
  // Without -0, of which nothing is said.
  return Math.ceil(seconds / 60) || 0;
}

/** The whole minutes that are left; beyond a cap those that were begun, below zero. */
export function leftMinutes(seconds: number): number {
  return Math.floor(seconds / 60);
}

export const statementLabels = {
  part: "区分",
  transcripts: "件数",
  seconds: "時間（秒）",
  adjustedTranscripts: "調整件数",
  adjustedSeconds: "調整時間（秒）",
} as const;

/** What a day of a statement is: of its month, or late for one that was closed before. */
export const statementParts = { own: "当月", late: "過月分" } as const;

/** The name of the file of a month YYYY-MM, without the day. */
export function statementFile(month: string): string {
  return `利用明細書_${month}`;
}
