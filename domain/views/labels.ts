import type { ViewedList } from "./rules.ts";

export const viewedListLabels: Readonly<Record<ViewedList, string>> = {
  alerts: "アラート",
  "audit-events": "操作ログ",
  contracts: "契約",
  dictionaries: "辞書",
  organizations: "組織",
  "service-keys": "サービスキー",
  users: "利用者",
  webhooks: "Webhook",
  workspaces: "ワークスペース",
};
