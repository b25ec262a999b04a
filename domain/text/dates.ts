import {
  addDays as addDaysTo,
  addMonths as addMonthsTo,
  isValid,
  lastDayOfMonth as lastDayOfMonthOf,
  lightFormat,
  parseISO,
} from "date-fns";
import { formatNumber } from "./numbers.ts";

/**
 * Calendar dates are strings YYYY-MM-DD and months YYYY-MM, never instants
 * (docs/product/contracts.md#dates). Instants are Date objects or ISO strings, always shown in
 * Asia/Tokyo (docs/product/texts.md#dates-and-numbers).
 */

/** The dates and months that the product takes: of this century and the next, ends included. */
export const DATE_RANGE = { min: "2000-01-01", max: "2199-12-31" } as const;
export const MONTH_RANGE = { min: "2000-01", max: "2199-12" } as const;

const TOKYO_OFFSET_MS = 9 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** Whether `text` is an existing date YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  return CALENDAR_DATE.test(text) && isValid(parseISO(text));
}

export function isMonth(text: string): boolean {
  return MONTH.test(text);
}

/** The date of an instant in Asia/Tokyo. Japan has had no daylight saving time since 1951. */
export function tokyoDate(instant: Date): string {
  return inTokyo(instant).slice(0, 10);
}

/** The instant at which a date begins in Asia/Tokyo. */
export function tokyoMidnight(date: string): Date {
  return new Date(`${date}T00:00:00+09:00`);
}

/** Parses an ISO string; one without a time zone is UTC. */
export function parseInstant(text: string): Date {
  if (CALENDAR_DATE.test(text)) return new Date(`${text}T00:00:00Z`);
  return new Date(ZONE.test(text) ? text : `${text.replace(" ", "T")}Z`);
}

/** The first day of a month: 2026-04 gives 2026-04-01. */
export function firstDayOfMonth(month: string): string {
  return `${month}-01`;
}

/** The last day of a month: 2028-02 gives 2028-02-29. */
export function lastDayOfMonth(month: string): string {
  return toDate(lastDayOfMonthOf(parseISO(firstDayOfMonth(month))));
}

/** The month of a date: 2026-04-01 gives 2026-04. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** Adds days to a date; `days` may be negative. */
export function addDays(date: string, days: number): string {
  return toDate(addDaysTo(parseISO(date), days));
}

/** Adds months to a date. If that month lacks the day, the result is its last day. */
export function addMonths(date: string, months: number): string {
  return toDate(addMonthsTo(parseISO(date), months));
}

/** The number of months from that of `from` to that of `to`, whatever their days. */
export function monthsBetween(from: string, to: string): number {
  return monthNumber(to) - monthNumber(from);
}

/** The months since the year 0 of a date or month. */
export function monthNumber(day: string): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return year * 12 + month - 1;
}

/**
 * The number of days from `from` to `to`; negative if `to` is earlier. Dates are parsed as UTC,
 * where every day has 24 hours.
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Formats 2026-04-01 as 2026/04/01 and 2026-04 as 2026/04, for tables. */
export function formatDate(date: string): string {
  return date.replaceAll("-", "/");
}

/**
 * Formats a period as 2026/04〜2027/03 if it is whole months, else as 2026/04/10〜2027/03/31; in
 * names of contracts.
 */
export function formatPeriod({ startDate, endDate }: { startDate: string; endDate: string }) {
  const wholeMonths =
    startDate === firstDayOfMonth(monthOf(startDate)) &&
    endDate === lastDayOfMonth(monthOf(endDate));
  const [from, to] = wholeMonths ? [monthOf(startDate), monthOf(endDate)] : [startDate, endDate];
  return `${formatDate(from)}〜${formatDate(to)}`;
}

/** Formats 2026-04-01 as 2026年4月1日, for sentences. */
export function formatDateJa(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${year}年${month}月${day}日`;
}

/** Formats 2026-04 as 2026年4月. */
export function formatMonthJa(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return `${year}年${number}月`;
}

/** Formats an instant as 2026/04/01 09:05 in Asia/Tokyo, in any browser. */
export function formatDateTime(instant: Date | string): string {
  return formatDateTimeSeconds(instant).slice(0, 16);
}

/** Formats an instant as 2026/04/01 09:05:59 in Asia/Tokyo. */
export function formatDateTimeSeconds(instant: Date | string): string {
  const date = typeof instant === "string" ? parseInstant(instant) : instant;
  if (!isValid(date)) return "";
  return inTokyo(date).slice(0, 19).replaceAll("-", "/").replace("T", " ");
}

/** Formats the time of an instant as 14:32, in Asia/Tokyo. */
export function formatTime(instant: Date | string): string {
  return formatDateTime(instant).slice(-5);
}

/** Formats an instant of today as 14:32, an earlier one as 2026/11/20 23:50; in Asia/Tokyo. */
export function formatRecent(instant: string, now = new Date()): string {
  const isToday = tokyoDate(parseInstant(instant)) === tokyoDate(now);
  return isToday ? formatTime(instant) : formatDateTime(instant);
}

/** Formats minutes as 8時間45分, 20時間 or 45分; adjustments can make them negative: -45分. */
export function formatMinutes(minutes: number): string {
  if (minutes < 0) return `-${formatMinutes(-minutes)}`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest}分`;
  const grouped = formatNumber(hours);
  return rest === 0 ? `${grouped}時間` : `${grouped}時間${rest}分`;
}

/** Formats seconds as 8時間45分30秒, 45分 or -30秒; the exact form of formatMinutes. */
export function formatSeconds(seconds: number): string {
  if (seconds < 0) return `-${formatSeconds(-seconds)}`;
  const rest = seconds % 60;
  const minutes = (seconds - rest) / 60;
  if (minutes === 0) return `${rest}秒`;
  return rest === 0 ? formatMinutes(minutes) : `${formatMinutes(minutes)}${rest}秒`;
}

/** Formats seconds as mm:ss, from one hour on as h:mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const pad = (n: number) => String(n).padStart(2, "0");
  const minutesAndSeconds = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds;
}

function inTokyo(instant: Date): string {
  return new Date(instant.getTime() + TOKYO_OFFSET_MS).toISOString();
}

function toDate(local: Date): string {
  return lightFormat(local, "yyyy-MM-dd");
}

/** Sentences for dates and months, apart from the others because lists show them as well. */
export const dateSentences = {
  date: "日付の形式（例：2026-04-01）で入力してください。",
  dateIncomplete: "日付を最後まで入力してください。存在しない日付は入力できません。",
  dateRange: "2000年1月1日から2199年12月31日までの日付を入力してください。",
  endDateBeforeStart: "終了日は開始日以降の日付を入力してください。",
  month: "年月の形式（例：2026-04）で入力してください。",
  monthIncomplete: "年月を最後まで入力してください。",
  monthRange: "2000年1月から2199年12月までの年月を入力してください。",
  endMonthBeforeStart: "終了月は開始月以降の年月を入力してください。",
} as const;
