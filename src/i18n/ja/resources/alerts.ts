import { alertKindLabels } from "../../../../domain/alerts/labels.ts";

export const alerts = {
  name: "アラート",
  fields: {
    state: "状態",
    kind: "種類",
    organizationName: "組織名",
    message: "内容",
    raisedAt: "発生日時",
  },
  state: { open: "未解決", resolved: "解決済み" },
  kind: alertKindLabels,
  endingSoon: "契約終了まで30日以内",
  step: {
    cap: "上限を変更",
    end: "次期契約を作成",
    gap: "次期契約を作成",
    reconcile: "契約を開く",
    webhook: "Webhookを開く",
    admins: "組織を開く",
    sso: "組織を開く",
    key: "サービスキーを開く",
  },
  ask: "契約や上限の変更は、サービス提供元にお問い合わせください。",
  read: "既読",
  markRead: "既読にする",
  stepOf: (step: string) => `（${step}）`,
  resolvedAt: (at: string) => `${at}に解決`,
  bell: {
    open: "アラートを開く",
    unread: (count: number) => `未読のアラートが${count}件あります。`,
    none: "現在、アラートはありません。",
    all: "すべてのアラートを見る",
  },
  empty: {
    none: "アラートはまだ発生していません。",
    noMatch: "条件に該当するアラートはありません。別の条件をお試しください。",
  },
} as const;
