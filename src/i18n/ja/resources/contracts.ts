import { contractLabels } from "../../../../domain/contracts/fields.ts";
import {
  contractStatusLabels,
  unlimitedLabel,
  usageStateLabels,
} from "../../../../domain/contracts/labels.ts";

export const contracts = {
  name: "契約",
  fields: {
    ...contractLabels,
    organizationId: "組織",
    period: "契約期間",
    startMonth: "開始月",
    endMonth: "終了月",
    transcriptCount: "文字起こし件数",
    transcriptMinutes: "文字起こし時間",
    /** Where the cap is shown in hours. */
    maxTranscriptTime: "文字起こし上限時間",
    version: "版",
  },
  status: contractStatusLabels,
  usageState: usageStateLabels,
  unlimited: unlimitedLabel,
  count: (count: string) => `${count}件`,
  range: (from: string, to: string) => `${from}〜${to}`,
  from: (date: string) => `${date}〜`,
  empty: {
    none: "契約はまだ登録されていません。",
    noMatch: "条件に該当する契約はありません。別の条件をお試しください。",
  },
  list: {
    add: "契約を追加",
    keyword: "キーワード",
    keywordHint: "組織・管理者",
    sortByStart: "開始日",
    sortByEnd: "終了日",
    sortByUsage: "使用率",
    byStart: { ASC: "開始日の早い順", DESC: "開始日の遅い順" },
    byEnd: { ASC: "終了日の早い順", DESC: "終了日の遅い順" },
    byUsage: { ASC: "使用率の低い順", DESC: "使用率の高い順" },
    months: "契約月",
    fromMonth: "契約月（開始月）",
    toMonth: "契約月（終了月）",
    remainingDays: (days: string) => `終了まで${days}日`,
    startsIn: (days: string) => `開始まで${days}日`,
    terminatedOn: (date: string) => `解約日 ${date}`,
  },
  overview: {
    label: "契約の概要",
    status: "ステータス",
    usageState: "利用状況",
    all: "すべて",
    running: "契約中・期限間近",
    soonEnding: "終了日の早い順",
    failed: "件数を表示できませんでした。",
  },
  notifications: {
    created: "契約を追加しました。",
    invited: (email: string) => `${email}に招待メールを送信しました。`,
    deleted: "契約を削除しました。",
  },
} as const;
