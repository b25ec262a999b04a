import { usageStateLabels } from "../contracts/labels.ts";
import { effectiveEnd, usageState } from "../contracts/rules.ts";
import { daysBetween } from "../text/dates.ts";
import { alertKindLabels } from "./labels.ts";
import { type AlertKind, gapBetween } from "./rules.ts";
import type { AlertSubject } from "./sentences.ts";

/**
 * What an open alert is called, with the figures of `today`, a date in Asia/Tokyo: 契約終了まで12日.
 * `subject` is the contract; undefined for an alert about a receiver.
 */
export function alertLabel(
  kind: AlertKind,
  subject: AlertSubject | undefined,
  today: string,
): string {
  if (!subject) return alertKindLabels[kind];
  const left = daysBetween(today, effectiveEnd(subject));
  switch (kind) {
    case "CAP_100":
      return usageStateLabels[usageState(subject) === "EXCEEDED" ? "EXCEEDED" : "REACHED"];
    case "ENDING_60":
    case "ENDING_30":
    case "ENDING_7":
      return left > 0 ? `契約終了まで${left}日` : "契約は本日まで";
    case "ENDED":
      return `契約終了から${Math.max(0, -left)}日`;
    case "GAP":
      return gapLabel(subject);
    default:
      return alertKindLabels[kind];
  }
}

function gapLabel({ nextStartDate, ...term }: AlertSubject): string {
  const gap = gapBetween(term, nextStartDate);
  const days = gap ? `${daysBetween(gap.startDate, gap.endDate) + 1}日` : "";
  return `${alertKindLabels.GAP}${days}`;
}
