import { contract } from "../../../../domain/contracts/schemas.ts";
import {
  firstDayOfMonth,
  isCalendarDate,
  isMonth,
  lastDayOfMonth,
  monthOf,
} from "../../../../domain/text/dates.ts";

/** The day of a month that a start or end month means. */
export type Edge = "first" | "last";

const dayOf: Record<Edge, (month: string) => string> = {
  first: firstDayOfMonth,
  last: lastDayOfMonth,
};

/** The day of a month; text that is not a month is unchanged, so that the schema rejects it. */
export function dayOfMonth(text: string, edge: Edge): string | null {
  if (text === "") return null;
  return isMonth(text) ? dayOf[edge](text) : text;
}

/** The month of a day; text that is not a day is unchanged. */
export function monthShown(value: unknown): string {
  if (typeof value !== "string") return "";
  return isCalendarDate(value) ? monthOf(value) : value;
}

/** Whether a date is the edge of its month, so that the month alone is accurate. */
export function fitsMonth(value: unknown, edge: Edge): boolean {
  return typeof value !== "string" || !isCalendarDate(value) || atEdge(value, edge) === value;
}

export function atEdge(date: string, edge: Edge): string {
  return dayOf[edge](monthOf(date));
}

const period = contract.pick({ startDate: true, endDate: true });

/** The period, if the API takes both dates and the start is not after the end. */
export function validPeriod(startDate: unknown, endDate: unknown) {
  const { data } = period.safeParse({ startDate, endDate });
  return data && data.startDate <= data.endDate ? data : undefined;
}
