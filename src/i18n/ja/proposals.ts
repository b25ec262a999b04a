import { proposalLabels } from "../../../domain/proposals/fields.ts";
import { proposalStateLabels } from "../../../domain/proposals/rules.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";

const counted = (count: number) => `${formatNumber(count)}件`;

/** Of proposals of words, which load late. */
export const proposalPages = {
  state: proposalStateLabels,
  fields: { ...proposalLabels, updatedAt: "更新日時" },
  propose: {
    title: "単語の提案",
    submit: "提案",
    hint: "提案は辞書管理者が確認し、結果は「自分の提案」に表示されます。",
    chooseDictionary: "辞書を選択してください。",
    reasonHint: "どこで使う単語かなど、辞書管理者の判断に役立つ情報があれば入力してください。",
    done: (word: string) => `「${word}」を提案しました。`,
  },
  change: {
    title: "変更の提案",
    submit: "提案",
    nothing: "変更はありません。",
    done: (word: string) => `「${word}」の変更を提案しました。`,
  },
  own: {
    empty: {
      none: "提案した単語はまだありません。",
      noMatch: "条件に該当する提案はありません。別の条件をお試しください。",
    },
    edit: "編集",
    editOf: (word: string) => `「${word}」の提案を編集`,
    editTitle: "提案の編集",
    withdraw: "取り下げ",
    withdrawOf: (word: string) => `「${word}」の提案を取り下げ`,
    withdrawn: "提案を取り下げました。",
    newWord: "新しい単語",
    by: (name: string) => `${name}さん`,
  },
  news: (word: string, state: string) => `「${word}」の提案が「${state}」になりました。`,
  /** 強さ：2（標準）→3（強） */
  changed: (label: string, before: string, after: string) => `${label}：${before}→${after}`,
  set: (label: string, value: string) => `${label}：${value}`,
  blank: "（空欄）",
  between: "、",
  tab: {
    empty: {
      none: "未対応の提案はありません。",
      noMatch: "未対応の提案はありません。",
    },
    columns: {
      surface: "表記",
      reading: "読み",
      partOfSpeech: "品詞",
      weight: "強さ",
      note: "備考",
      reason: "提案の理由",
      evidence: "根拠",
    },
    kind: { added: "新しい単語", changed: "変更", disabled: "無効にする", enabled: "有効にする" },
    by: (name: string, at: string) => `${name}さん・${at}`,
    was: (text: string) => `変更前：${text}`,
    counted,
    accept: "採用",
    correct: "直して採用",
    correctOf: (word: string) => `「${word}」を直して採用`,
    correctTitle: "直して採用",
    reject: "見送る",
    rejectTitle: "提案の見送り",
    rejectQuestion: (count: number) => `以下の${counted(count)}の提案を見送りますか？`,
    rejectHint: "理由は提案した人に表示されます。",
    reason: "見送る理由",
    reasonMissing: "見送る理由を入力してください。",
    answer: "提案した人への回答",
    try: "変更を試す",
    accepted: (count: number) => `${counted(count)}の提案を採用しました。`,
    corrected: (word: string) => `「${word}」を直して採用しました。`,
    rejected: (count: number) => `${counted(count)}の提案を見送りました。`,
    undone: (count: number, kept: number) =>
      kept > 0
        ? `${counted(count)}を元に戻しました。${counted(kept)}は、その後に変更されたためそのままです。`
        : `${counted(count)}を元に戻しました。`,
  },
} as const;
