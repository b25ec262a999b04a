import { type AlertKind, gapBetween, type WebhookAlertKind } from "../alerts/rules.ts";
import type { AlertSubject } from "../alerts/sentences.ts";
import { usageStateLabels } from "../contracts/labels.ts";
import { effectiveEnd, usageState } from "../contracts/rules.ts";
import { daysBetween } from "../text/dates.ts";

/** The kinds that the rules of contracts raise. */
type ContractAlertKind = Exclude<AlertKind, "RECONCILE" | WebhookAlertKind>;

/** What an open alert is called on the worklist, on `today`, a date in Asia/Tokyo: 契約終了まで12日. */
export function workLabel(kind: ContractAlertKind, subject: AlertSubject, today: string): string {
  const left = daysBetween(today, effectiveEnd(subject));
  switch (kind) {
    case "CAP_80":
      return usageStateLabels.WARNING;
    case "CAP_100":
      return usageState(subject) === "EXCEEDED" ? "上限超過" : usageStateLabels.REACHED;
    case "ENDED":
      return `契約終了から${Math.max(0, -left)}日`;
    case "GAP":
      return gapLabel(subject);
    default:
      return left > 0 ? `契約終了まで${left}日` : "契約は本日まで";
  }
}

function gapLabel({ nextStartDate, ...term }: AlertSubject): string {
  const gap = gapBetween(term, nextStartDate);
  return gap ? `契約期間に空白${daysBetween(gap.startDate, gap.endDate) + 1}日` : "契約期間に空白";
}

export const reconcileLabel = "利用実績の不一致";
export const webhookLabels: Readonly<Record<WebhookAlertKind, string>> = {
  WEBHOOK_FAILING: "Webhookの送信失敗",
  WEBHOOK_PAUSE_NEAR: "Webhookの停止間近",
  WEBHOOK_PAUSED: "Webhookの一時停止",
};

/** An invitation that nobody has taken for so many days; of several the oldest. */
export function invitationLabel(days: number, people: number): string {
  return people > 1 ? `招待から${days}日（${people}人）` : `招待から${days}日`;
}

/** Who was invited and has not signed in: the first of them, and how many more. */
export function invitationSentence(name: string, people: number): string {
  const who = people > 1 ? `${name}さんほか${people - 1}人` : `${name}さん`;
  return `${who}が招待を受け付けていません。`;
}
