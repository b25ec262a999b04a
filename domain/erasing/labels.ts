import type { ErasedKind } from "./kinds.ts";

/** What was removed, as certificate and audit log name it. */
export const erasedLabels: Readonly<Record<ErasedKind, string>> = {
  users: "利用者",
  accounts: "ログイン用のアカウント",
  sessions: "ログインの記録とセッション",
  invitations: "招待リンク",
  memberships: "ワークスペースの所属",
  locks: "編集ロック",
  lockRequests: "編集ロックのリクエスト",
  handedRows: "編集ロックとともに渡した未保存の行",
  proposals: "単語の提案",
  contracts: "契約（管理者・メモ・解約理由）",
  adjustments: "利用実績の調整の理由",
  closings: "再締めの理由",
  imports: "取り込んだファイルの名前",
  userImports: "取り込んだ利用者のファイルの名前",
  importedPeople: "利用者の取り込みの内容",
  contractImports: "取り込んだ契約のファイルの名前",
  importedContracts: "契約の取り込みの内容",
  alerts: "アラート",
  mails: "送信待ちのメール",
  storedAnswers: "一時保存した応答",
  views: "一覧のビューと表示件数",
  jobs: "ジョブの記録",
  deliveries: "Webhookの配信の記録",
  auditEvents: "操作ログ",
};
