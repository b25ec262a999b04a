import type { UsageTrend } from "./schemas.ts";

/** Four weeks have as many of each day of the week. */
const WEEKS_DAYS = 28;

/** The last days that a comparison needs: two times four weeks, and today. */
export const COMPARED_DAYS = 2 * WEEKS_DAYS + 1;

/** `percent` is by how much more or less, at least 1; 100 for less only if nothing was used. */
export type TrendChange = { recent: number; before: number } & (
  | { kind: "more" | "less"; percent: number }
  | { kind: "same" | "apart" | "none" }
);

/**
 * The transcripts of the four weeks up to yesterday against the four weeks before. Today, the last of
 * `days`, is not over and left out. `same` is within half a percent; `apart` is without a ratio,
 * because nothing was used before or adjustments took away more than was used.
 */
export function trendChange(days: UsageTrend["days"]): TrendChange {
  const past = days.slice(0, -1);
  const recent = transcriptsIn(past.slice(-WEEKS_DAYS));
  const before = transcriptsIn(past.slice(-2 * WEEKS_DAYS, -WEEKS_DAYS));
  const sums = { recent, before };
  if (recent === 0 && before === 0) return { ...sums, kind: "none" };
  if (recent < 0 || before <= 0) return { ...sums, kind: "apart" };
  const percent = Math.round((Math.abs(recent - before) / before) * 100);
  if (percent === 0) return { ...sums, kind: "same" };
  if (recent > before) return { ...sums, kind: "more", percent };
  return { ...sums, kind: "less", percent: recent === 0 ? 100 : Math.min(percent, 99) };
}

/** Whether adjustments took away more than was used on one of the days at least. */
export function isAdjusted(days: UsageTrend["days"]): boolean {
  return days.some(
    ({ transcriptCount, transcriptMinutes }) => transcriptCount < 0 || transcriptMinutes < 0,
  );
}

function transcriptsIn(days: UsageTrend["days"]): number {
  return days.reduce((sum, { transcriptCount }) => sum + transcriptCount, 0);
}
