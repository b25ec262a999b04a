import type { WebhookEvent } from "./rules.ts";

export const webhookEventLabels: Readonly<Record<WebhookEvent, string>> = {
  "vocabulary.changed": "単語の変更",
  "limits.changed": "残量の変更",
  "cap.reached": "上限への到達",
  "contract.created": "契約の登録",
  "contract.updated": "契約の変更",
  "contract.ended": "契約の終了",
  "month.closed": "月次の締め",
};
