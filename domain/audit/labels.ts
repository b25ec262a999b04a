import type { ActorKind, AuditEvent } from "./schemas.ts";

export const auditLabels = {
  occurredAt: "日時",
  operation: "操作",
  outcome: "結果",
  actorKind: "操作者の種類",
  actorName: "操作者",
  actorId: "操作者ID",
  organizationName: "組織名",
  targetKind: "対象の種類",
  targetName: "対象",
  targetId: "対象ID",
  changes: "変更内容",
  counts: "件数",
  reason: "理由",
  address: "接続元",
  userAgent: "ブラウザー",
  requestId: "リクエストID",
} as const;

/** The name of the file, without the day. */
export const auditFile = "操作ログ";

/** Targets that are no record. */
export const otherTargetLabels = {
  file: "ファイル",
  request: "リクエスト",
  seal: "改ざん検知の記録",
  database: "データベース",
} as const;

export const actorKindLabels: Readonly<Record<ActorKind, string>> = {
  user: "利用者",
  serviceKey: "サービスキー",
  system: "システム",
  operator: "運用者",
};

export const outcomeLabels: Readonly<Record<AuditEvent["outcome"], string>> = {
  DONE: "完了",
  REFUSED: "拒否",
};
