import { auditFile, auditLabels, outcomeLabels } from "../../../../domain/audit/labels.ts";

const auditEvents = {
  name: auditFile,
  fields: {
    ...auditLabels,
    q: "氏名・対象名",
    from: "期間（開始）",
    to: "期間（終了）",
    day: "日付",
    count: "件数・時間",
    root: "ルート",
    sealedAt: "記録日時",
  },
  outcome: outcomeLabels,
  period: "期間を指定しない場合は、直近30日間の操作を表示します。",
  more: "さらに表示",
  searchOn: "続きを検索",
  searched: "ここまでに該当する操作はありません。",
  shown: "%{count}件を表示しています。",
  open: "詳細",
  openOf: "%{operation}（%{time}）の詳細",
  openPartsOf: "%{operation}（%{time}）の内訳",
  parts: "内訳",
  partCount: "%{count}件",
  detail: "操作の詳細",
  nothing: "なし",
  moreChanges: "ほか%{count}件",
  before: "変更前",
  after: "変更後",
  field: "項目",
  seals: {
    title: "改ざん検知の記録",
    hint: "操作ログが書き換えられていないことを npm run verify-audit で確認するための、1日ごとの記録です。書き換えと同時にこの記録も作り直された場合に備えて、別の場所に保管してください。",
    none: "改ざん検知の記録はまだありません。翌日の0時30分以降に作成されます。",
    save: "改ざん検知の記録を保存",
    platform: "サービス提供元",
  },
  empty: {
    none: "直近30日間の操作はありません。",
    noMatch: "条件に該当する操作はありません。別の条件をお試しください。",
  },
  history: {
    title: "変更履歴",
    show: "変更履歴を表示",
    none: "変更はまだ記録されていません。",
    beginning: "記録開始日より前の変更は表示されません。",
    at: "この時点の内容",
    atTitle: "%{time}の内容",
    atHint: "この操作の直後の内容です。現在と異なる項目には現在の内容を併記しています。",
    now: "現在：%{value}",
    same: "現在の内容と同じです。",
    undo: "元に戻す",
    undoHint: "%{time}より前の内容を編集画面に入力します。保存するまで変更されません。",
    entryTitle: "「%{surface}」の変更履歴",
  },
} as const;

export { auditEvents as "audit-events" };

declare module "../index.ts" {
  interface ResourceTexts {
    "audit-events": typeof auditEvents;
  }
}
