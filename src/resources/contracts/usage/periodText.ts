import { formatDate, formatMonthJa } from "../../../../domain/text/dates.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { Grain } from "./usageSeries.ts";

/** Formats a day as 2026/04/01 and a month as 2026年4月. */
export function periodText(grain: Grain, period: string): string {
  return grain === "day" ? formatDate(period) : formatMonthJa(period);
}

/** The label below a bar: every month, but only some of the days. */
export function axisPeriodText(grain: Grain, period: string, translate: Translate): string {
  if (grain === "month")
    return translate("resources.contracts.usage.axis.month", { month: Number(period.slice(5)) });
  const day = Number(period.slice(8));
  return day === 1 || day % 5 === 0 ? translate("resources.contracts.usage.axis.day", { day }) : "";
}

/** The label below a bar of days over several months: each Monday as 11/16. */
export function weekText(day: string): string {
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  return isMonday ? `${Number(day.slice(5, 7))}/${Number(day.slice(8))}` : "";
}
