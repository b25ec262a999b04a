import {
  firstDayOfMonth,
  isCalendarDate,
  isMonth,
  lastDayOfMonth,
  monthOf,
} from "../../../../domain/dates.ts";

/** Which day of a month an end of a period stands for when it is given as a month. */
export type Edge = "first" | "last";

const dayOf: Record<Edge, (month: string) => string> = {
  first: firstDayOfMonth,
  last: lastDayOfMonth,
};

/** The day a month stands for; what is no month stays as it was typed, for the schema to refuse. */
export function dayOfMonth(text: string, edge: Edge): string | null {
  if (text === "") return null;
  return isMonth(text) ? dayOf[edge](text) : text;
}

/** The month shown for a day; what is no day is shown as it was typed. */
export function monthShown(value: unknown): string {
  if (typeof value !== "string") return "";
  return isCalendarDate(value) ? monthOf(value) : value;
}

/** Whether a value can be shown as a month without telling an untruth. */
export function fitsMonth(value: unknown, edge: Edge): boolean {
  return typeof value !== "string" || !isCalendarDate(value) || atEdge(value, edge) === value;
}

/** The first or last day of the month a day lies in. */
export function atEdge(date: string, edge: Edge): string {
  return dayOf[edge](monthOf(date));
}

/** A period that can be reckoned with: both days exist and the first is not after the last. */
export function validPeriod(startDate: unknown, endDate: unknown) {
  if (typeof startDate !== "string" || typeof endDate !== "string") return undefined;
  if (!isCalendarDate(startDate) || !isCalendarDate(endDate) || startDate > endDate) {
    return undefined;
  }
  return { startDate, endDate };
}
