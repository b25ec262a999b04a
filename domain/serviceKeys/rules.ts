import { addDays, differenceInDays, subSeconds } from "date-fns";
import { asTime, type FieldTable, listed, named } from "../fields.ts";
import { forOrganizations } from "../organizations/fields.ts";
import { addDays as addDaysTo, addMonths, tokyoMidnight } from "../text/dates.ts";

/** How long before its end a key has an alert, in days: each is told once. */
export const KEY_ALERT_DAYS = [30, 10, 1] as const;

/** How long a key may go on beside the one that takes its place, in days. */
export const REPLACED_DAYS = 90;

/** How long a key may be made for; the form proposes the second. */
export const KEY_TERMS = ["days90", "year", "none"] as const;
export type KeyTerm = (typeof KEY_TERMS)[number];

/** When a key that is made today, a date in Asia/Tokyo, ends; null for never. */
export function endOfTerm(term: KeyTerm, today: string): string | null {
  if (term === "none") return null;
  return endOfDay(term === "year" ? addMonths(today, 12) : addDaysTo(today, 90));
}

/** The last second of a day in Tokyo. A form that is sent again on that day sends the same. */
export const endOfDay = (date: string): string =>
  subSeconds(tokyoMidnight(addDaysTo(date, 1)), 1).toISOString();

interface Ending {
  endsAt: Date;
  isReplaced: boolean;
}

/**
 * Of how many days before its end a key has an alert at an instant; undefined without one. One that is
 * replaced is meant to end, so it is told only on the last day.
 */
export function keyAlertDays({ endsAt, isReplaced }: Ending, at: Date): number | undefined {
  if (endsAt <= at) return undefined;
  const days = isReplaced ? KEY_ALERT_DAYS.slice(-1) : KEY_ALERT_DAYS;
  return days.toReversed().find((each) => addDays(at, each) >= endsAt);
}

/** Whole days until an end. */
export const daysLeft = (endsAt: string, now = new Date()): number =>
  differenceInDays(new Date(endsAt), now);

const scopeLabels = {
  "usage.report": "利用実績の報告",
  "limits.read": "利用可能な残量の照会",
  "vocabulary.read": "単語の取得",
  "statements.read": "利用明細書の取得",
  scim: "ディレクトリ連携（SCIM）",
};

export const serviceKeyFields = {
  name: { label: "名前" },
  scopes: { label: "権限", words: listed(named(scopeLabels)) },
  organizations: forOrganizations,
  endsAt: { label: "期限", words: asTime, ofNull: "なし" },
  revokedAt: { label: "失効日時", words: asTime },
} as const satisfies FieldTable;
