import { addHours } from "date-fns";
import { usageStateLabels } from "../contracts/fields.ts";
import {
  type ContractTerm,
  type ContractUse,
  capShares,
  effectiveEnd,
  minutesLeft,
  usageShare,
  usageState,
  WARNING_SHARE,
} from "../contracts/rules.ts";
import { daysBetween, formatDate, formatDateTime, formatMinutes } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";
import { oneLine } from "../text/shortened.ts";
import { percentOf } from "../usage/pace.ts";
import { isPausedByFailures, TRIED_HOURS } from "../webhooks/rules.ts";
import { alertKindLabels } from "./labels.ts";
import { type AlertKind, gapBetween, type WebhookAlertKind } from "./rules.ts";

/** After how many hours of failures a receiver that is still tried has an alert. */
export const FAILING_HOURS = {
  WEBHOOK_FAILING: 1,
  WEBHOOK_PAUSE_NEAR: TRIED_HOURS - 4,
} as const satisfies Partial<Record<WebhookAlertKind, number>>;

export interface FailingReceiver {
  failingSince: Date;
  pausedAt: Date | null;
}

/** The alert that a receiver has at an instant; undefined without one, and if a person paused it. */
export function webhookCause(
  { failingSince, pausedAt }: FailingReceiver,
  at: Date,
): WebhookAlertKind | undefined {
  if (pausedAt) return isPausedByFailures(pausedAt, failingSince) ? "WEBHOOK_PAUSED" : undefined;
  const kinds = ["WEBHOOK_PAUSE_NEAR", "WEBHOOK_FAILING"] as const;
  return kinds.find((kind) => addHours(failingSince, FAILING_HOURS[kind]) <= at);
}

const NO_SUCCESSOR = "次期契約が登録されていません。";

const sentences = {
  capNear: (left: string, percent: number) => `残り${left}です（${percent}%を利用）。`,
  capReached: (cap: string) => `${cap}が上限に達しました。`,
  ending: (days: number) => `契約終了まで${days}日です。${NO_SUCCESSOR}`,
  endsToday: `契約は本日で終了します。${NO_SUCCESSOR}`,
  ended: `契約が終了しました。${NO_SUCCESSOR}`,
  gap: (days: string) => `契約期間に空白（${days}）があります。`,
};

/** The sentence of RECONCILE: the counters of a contract differ from its ledger. */
export const reconcileSentence = "利用実績の合計が明細と一致していません。";

/** The sentence of LAST_ADMIN_DISABLED: a directory has left an organization without an admin. */
export const lastAdminSentence =
  "ディレクトリ（SCIM）による変更で、有効な組織管理者がいなくなりました。";

/** The sentence of SSO_REFUSED. It names nobody: the audit log does. */
export const ssoRefusedSentence =
  "この組織のIdPが、組織に所属していない利用者としてのログインを要求したため、拒否しました。";

/** The sentence of an alert about the receiver at a host that has failed since an instant. */
export function webhookSentence(kind: WebhookAlertKind, host: string, failingSince: Date): string {
  if (kind === "WEBHOOK_PAUSED") {
    return `${host}への送信に${TRIED_HOURS}時間続けて失敗したため、Webhookを一時停止しました。`;
  }
  const end = formatDateTime(addHours(failingSince, TRIED_HOURS));
  return `${host}への送信に${FAILING_HOURS[kind]}時間続けて失敗しています。${end}までに送信できないと、Webhookを一時停止します。`;
}

export function keySentence(name: string, endsAt: Date): string {
  return `サービスキー「${name}」の期限は${formatDateTime(endsAt)}です。期限を過ぎると使用できなくなるため、切り替えてください。`;
}

/** A contract with the first day of its successor, if there is one. */
export interface AlertSubject extends Omit<ContractTerm, "startDate">, ContractUse {
  nextStartDate: string | null;
}

/**
 * What an alert says of the contract as it is on `today`, a date in Asia/Tokyo; undefined if its
 * cause has ended, so that there is nothing to say.
 */
export function alertMessage(
  kind: AlertKind,
  subject: AlertSubject,
  today: string,
): string | undefined {
  switch (kind) {
    case "CAP_80":
      return capMessage(subject, WARNING_SHARE);
    case "CAP_100":
      return capMessage(subject, 1);
    case "GAP":
      return gapMessage(subject);
    case "RECONCILE":
      return reconcileSentence;
    case "WEBHOOK_FAILING":
    case "WEBHOOK_PAUSE_NEAR":
    case "WEBHOOK_PAUSED":
    case "LAST_ADMIN_DISABLED":
    case "SSO_REFUSED":
    case "KEY_ENDING":
      return undefined;
    default:
      return endMessage(subject, kind, today);
  }
}

/** Undefined if no cap is used up to the share; else all caps that are near or reached, these first. */
function capMessage(use: ContractUse, from: number): string | undefined {
  const { count, time } = capShares(use);
  const countLeft = (use.maxTranscriptCount ?? 0) - use.usedTranscriptCount;
  const caps = [
    { name: "文字起こし件数", share: count, left: `${formatNumber(countLeft)}件` },
    { name: "文字起こし時間", share: time, left: formatMinutes(minutesLeft(use) ?? 0) },
  ];
  const reached: string[] = [];
  const near: string[] = [];
  for (const { name, share, left } of caps) {
    if (share >= 1) reached.push(sentences.capReached(name));
    else if (share >= WARNING_SHARE) near.push(sentences.capNear(left, percentOf(share)));
  }
  return usageShare(use) < from ? undefined : [...reached, ...near].join("");
}

function endMessage(
  { nextStartDate, ...term }: AlertSubject,
  kind: AlertKind,
  today: string,
): string | undefined {
  if (nextStartDate !== null) return undefined;
  const left = daysBetween(today, effectiveEnd(term));
  if (left === 0) return sentences.endsToday;
  if (kind === "ENDED") return left < 0 ? sentences.ended : undefined;
  return left > 0 ? sentences.ending(left) : undefined;
}

function gapMessage({ nextStartDate, ...term }: AlertSubject): string | undefined {
  const gap = gapBetween(term, nextStartDate);
  if (!gap) return undefined;
  const { startDate, endDate } = gap;
  const from = formatDate(startDate);
  return sentences.gap(startDate === endDate ? from : `${from}〜${formatDate(endDate)}`);
}

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

/** Ends each mail that people can turn off for themselves. */
export const MAILS_CAN_BE_TURNED_OFF = "メールを受け取るかどうかは、個人設定で変更できます。";

/** What a mail about alerts tells, to an admin of one organization or to a system admin. */
interface AlertMail {
  userName: string;
  isSystemAdmin: boolean;
  /** At least one; without an organization one about a receiver. */
  alerts: readonly { organizationName: string | null; message: string }[];
  publicUrl: string;
}

/** Subject and plain text of the mail about alerts that were raised together. */
export function alertMail({ userName, isSystemAdmin, alerts, publicUrl }: AlertMail) {
  const organization = oneLine(alerts[0]?.organizationName ?? "");
  const of = isSystemAdmin ? "運用" : organization;
  const lines = alerts.map(({ organizationName, message }) =>
    isSystemAdmin && organizationName ? `${oneLine(organizationName)}：${message}` : message,
  );
  return {
    subject: `【Knowledge Insight】${of}のアラート（${alerts.length}件）`,
    text: [
      `${oneLine(userName)}さん`,
      "",
      isSystemAdmin
        ? "次のアラートが発生しました。"
        : `${organization}の契約について、次のアラートが発生しました。`,
      "",
      ...lines.map((line) => `・${line}`),
      "",
      "詳しくは、次のページをご確認ください。",
      `${publicUrl}${isSystemAdmin ? "/admin/alerts" : "/alerts"}`,
      "",
      ...(isSystemAdmin ? [] : ["契約の変更は、サービス提供元にお問い合わせください。"]),
      MAILS_CAN_BE_TURNED_OFF,
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ].join("\n"),
  };
}
