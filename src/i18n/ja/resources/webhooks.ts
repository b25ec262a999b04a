import { webhookEventLabels } from "../../../../domain/webhooks/labels.ts";

export const deliveries = {
  name: "配信の記録",
  fields: {
    occurredAt: "発生日時",
    type: "イベント",
    organizationName: "組織",
    status: "状態",
    attempts: "回数",
    lastAnswer: "最後の応答",
  },
  status: { PENDING: "配信待ち", DELIVERED: "配信済み", FAILED: "失敗" },
  attempts: (count: number) => `${count}回`,
  http: (status: number) => `HTTP ${status}`,
  error: {
    timeout: "応答がありませんでした。",
    refused: "接続できませんでした。",
    private: "公開されていないアドレスです。",
  },
  deletedOrganization: "削除された組織",
  notTried: "—",
  reload: "再読み込み",
  resend: "再送",
  resendOf: (event: string, time: string) => `${event}（${time}）を再送`,
  resent: "再送を受け付けました。",
  retry: "今すぐ再試行",
  retryOf: (event: string, time: string) => `${event}（${time}）を今すぐ再試行`,
  retried: "再試行を受け付けました。",
  paused: "一時停止中は送信できません。配信を再開すると、送信できます。",
  test: "テスト送信",
  tested: "テストメッセージの送信を受け付けました。",
  noOrganization: "—",
  revision: (revision: number) => `版${revision}`,
  empty: {
    none: "直近30日間の配信はありません。対象のイベントが発生すると、ここに表示されます。",
    noMatch: "条件に該当する配信はありません。別の条件をお試しください。",
  },
} as const;

export const webhooks = {
  name: "Webhook",
  fields: {
    webhookId: "WebhookのID",
    url: "URL",
    events: "イベント",
    organizations: "対象の組織",
    organizationIds: "対象の組織",
    paused: "一時停止",
    state: "状態",
    lastAnswer: deliveries.fields.lastAnswer,
    nextTry: "次の再試行",
    rotatedUntil: "以前の署名キーの期限",
    createdAt: "登録日時",
    updatedAt: "更新日時",
  },
  event: { ...webhookEventLabels, test: "テスト" },
  state: {
    active: "有効",
    failing: "失敗が継続中",
    since: (time: string) => `（${time}から）`,
    paused: "一時停止中",
    held: "復元後の保留",
  },
  list: { add: "Webhookを登録" },
  empty: {
    none: "Webhookはまだ登録されていません。単語や契約が変わったことを、文字起こしサービスなどのプログラムに自動で通知できます。",
    noMatch: "条件に該当するWebhookはありません。別の条件をお試しください。",
  },
  notifications: {
    deleted: "Webhookを削除しました。",
  },
} as const;
