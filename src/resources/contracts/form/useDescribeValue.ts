import { useTranslate } from "react-admin";
import { formatDate, formatMinutes, isCalendarDate } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";

/** Formats a field's value like the screens, for the comparison after a stale save. */
export function useDescribeValue() {
  const translate = useTranslate();

  const cap = (write: (value: number) => string) => (value: unknown) => {
    if (value === null) return translate("resources.contracts.unlimited");
    return typeof value === "number" ? write(value) : undefined;
  };
  const date = (value: unknown) =>
    typeof value === "string" && isCalendarDate(value) ? formatDate(value) : undefined;

  const writers: Record<string, (value: unknown) => string | undefined> = {
    startDate: date,
    endDate: date,
    terminationDate: date,
    maxTranscriptCount: cap((count) =>
      translate("resources.contracts.count", { count: formatNumber(count) }),
    ),
    maxTranscriptMinutes: cap(formatMinutes),
    usedTranscriptCount: cap((count) =>
      translate("resources.contracts.count", { count: formatNumber(count) }),
    ),
    usedTranscriptMinutes: cap(formatMinutes),
    status: (value) => translate(`resources.contracts.status.${String(value)}`),
    usageState: (value) => translate(`resources.contracts.usageState.${String(value)}`),
  };

  return (field: string, value: unknown) => writers[field]?.(value);
}
