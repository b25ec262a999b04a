import { formatDateTime, formatTime, tokyoDate } from "../../../domain/dates.ts";

/** Since when a lock is held: 14:32, before today 2026/11/20 23:50. */
export function lockedSince(lockedAt: string, now = new Date()): string {
  return tokyoDate(new Date(lockedAt)) === tokyoDate(now)
    ? formatTime(lockedAt)
    : formatDateTime(lockedAt);
}
