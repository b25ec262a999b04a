import { alertKindLabels } from "../../../domain/alerts/labels.ts";
import type { Alert } from "../../../domain/alerts/schemas.ts";

export function anAlert({ kind = "ENDING_30", ...given }: Partial<Alert> = {}): Alert {
  return {
    alertId: 1,
    kind,
    label: alertKindLabels[kind],
    organizationId: 1,
    organizationName: "デモ株式会社",
    contractId: 7,
    webhookId: null,
    serviceKeyId: null,
    message: "契約終了まで30日です。次期契約が登録されていません。",
    raisedAt: "2026-04-15T03:00:00.000Z",
    resolvedAt: null,
    readAt: null,
    ...given,
  };
}

/** About a receiver, which belongs to no organization. */
export const pausedWebhook = anAlert({
  alertId: 4,
  kind: "WEBHOOK_PAUSED",
  organizationId: null,
  organizationName: null,
  contractId: null,
  webhookId: 5,
  message: "hooks.example.comへの送信に24時間続けて失敗したため、Webhookを一時停止しました。",
});
export const overCap = anAlert({
  alertId: 2,
  kind: "CAP_100",
  contractId: 8,
  organizationId: 2,
  organizationName: "サンプル商事",
  message: "文字起こし時間が上限に達しました。",
});
export const nearCap = anAlert({
  ...overCap,
  alertId: 3,
  contractId: 9,
  kind: "CAP_80",
  label: alertKindLabels.CAP_80,
  message: "残り3件です（97%を利用）。",
});
