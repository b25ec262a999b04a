import { formatDateTime, formatTime, tokyoDate } from "../../../domain/dates.ts";

/** The start of a lock: 14:32 today, 2026/11/20 23:50 before. */
export function lockedSince(lockedAt: string, now = new Date()): string {
  return tokyoDate(new Date(lockedAt)) === tokyoDate(now)
    ? formatTime(lockedAt)
    : formatDateTime(lockedAt);
}
