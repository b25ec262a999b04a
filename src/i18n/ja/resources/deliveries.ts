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
  attempts: "%{count}回",
  http: "HTTP %{status}",
  error: {
    timeout: "応答がありませんでした。",
    refused: "接続できませんでした。",
    private: "公開されていないアドレスです。",
  },
  deletedOrganization: "削除された組織",
  notTried: "—",
  reload: "再読み込み",
  resend: "再送",
  resendOf: "%{event}（%{time}）を再送",
  resent: "再送を受け付けました。",
  retry: "今すぐ再試行",
  retryOf: "%{event}（%{time}）を今すぐ再試行",
  retried: "再試行を受け付けました。",
  paused: "一時停止中は再送できません。",
  revision: "版%{revision}",
  empty: {
    none: "直近30日間の配信はありません。対象のイベントが発生すると、ここに表示されます。",
    noMatch: "条件に該当する配信はありません。別の条件をお試しください。",
  },
} as const;

declare module "../index.ts" {
  interface ResourceTexts {
    deliveries: typeof deliveries;
  }
}
