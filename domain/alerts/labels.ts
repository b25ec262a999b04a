import { usageStateLabels } from "../contracts/fields.ts";
import type { AlertKind } from "./rules.ts";

/** What the kinds are called: a state of the usage as everywhere, and what is open now without figures. */
export const alertKindLabels = {
  CAP_80: usageStateLabels.WARNING,
  CAP_100: usageStateLabels.REACHED,
  ENDING_60: "契約終了まで60日",
  ENDING_30: "契約終了まで30日",
  ENDING_7: "契約終了まで7日",
  ENDED: "次期契約なし",
  GAP: "契約期間に空白",
  RECONCILE: "利用実績の不一致",
  WEBHOOK_FAILING: "Webhookの送信失敗",
  WEBHOOK_PAUSE_NEAR: "Webhookの停止間近",
  WEBHOOK_PAUSED: "Webhookの一時停止",
  LAST_ADMIN_DISABLED: "組織管理者の不在",
  SSO_REFUSED: "シングルサインオンを拒否",
  KEY_ENDING: "サービスキーの期限間近",
} as const satisfies Record<AlertKind, string>;
