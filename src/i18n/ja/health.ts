import type { HealthKind } from "../../../domain/health/rules.ts";

interface KindTexts {
  /** What was found. */
  title: string;
  /** What it means, for engines where they differ. */
  lead: string;
}

/** 健診 of one dictionary and of all. Only code that loads late shows them. */
export const health = {
  title: "健診の結果",
  sound: "問題のない単語",
  percent: (percent: string) => `${percent}%`,
  of: (sound: string, words: string) => `有効な単語${words}件のうち${sound}件`,
  none: "有効な単語はまだありません。",
  allSound: "確認が必要な単語は見つかりませんでした。",
  lowering: "確認が必要な単語",
  counted: (words: string) => `${words}件`,
  sets: (sets: string) => `${sets}組`,
  table: { kind: "項目", sets: "組", words: "単語" },
  truncated: (words: string) => `先頭の${words}件の単語だけを確認しています。`,
  loading: "単語を確認しています。はじめて確認するときは、少し時間がかかります。",
  kinds: {
    SAME_READING: {
      title: "同じ読みの単語",
      lead: "AmiVoice APIとAmazon Transcribeには、同じ読みの単語のうち1件だけを渡します（「優先」の単語）。ほかの音声認識エンジンはどの表記にするかを文脈で選ぶため、期待と異なる表記になることがあります。",
    },
    VARIANT: {
      title: "表記が異なる同じ単語",
      lead: "送り仮名、長音、旧字体などだけが異なります。どの表記で出力されるかが決まらないため、1つに統一することをおすすめします。",
    },
    NEAR_READING: {
      title: "読みが1音だけ異なる単語",
      lead: "濁音、長音、促音だけが異なるため、音声認識エンジンが取り違えることがあります。読みの入力誤りの可能性もあります。",
    },
    ODD_READING: {
      title: "表記と読みが合わない単語",
      lead: "この表記の読みとして、一般の辞書にありません。読みに誤りがあると、音声認識エンジンは単語を認識できません。",
    },
    UNUSED: {
      title: "使用されていない単語",
      lead: "30日以上前から登録されていますが、文字起こしに現れていません。件数に上限のあるエンジンでは、ほかの単語を優先できます。",
    },
    COMMON: {
      title: "日常の単語",
      lead: "音声認識エンジンがはじめから認識できる単語です。無効にすると、件数に上限のあるエンジンにほかの単語を渡せます。",
    },
  } satisfies Record<HealthKind, KindTexts>,
  keepOf: (surface: string) => `「${surface}」の組で残す単語`,
  keepWord: (surface: string) => `「${surface}」を残す`,
  first: "優先",
  merge: "統合",
  mergeOf: (kept: string) => `「${kept}」に統合`,
  distinct: "別の語",
  distinctOf: (words: string) => `${words}は別の語`,
  right: "このままでよい",
  rightOf: (surface: string) => `「${surface}」はこのままでよい`,
  later: "あとで",
  laterOf: (surface: string) => `「${surface}」はあとで確認`,
  disable: "無効にする",
  disableOf: (surface: string) => `「${surface}」を無効にする`,
  edit: "単語を編集",
  editOf: (surface: string) => `「${surface}」を編集`,
  weight: (weight: number) => `強さ ${weight}`,
  /** A word, with its dictionary where there are several. */
  quoted: (surface: string, dictionary?: string) =>
    dictionary === undefined ? `「${surface}」` : `「${surface}」（${dictionary}）`,
  merged: (others: string, kept: string) => `${others}を${kept}に統合しました。`,
  notMerged: (others: string, why: string) => `${others}は統合できませんでした。${why}`,
  disabled: (surface: string) => `「${surface}」を無効にしました。`,
  distinguished: "別の語として記録しました。今後の健診では表示しません。",
  accepted: (surface: string) => `「${surface}」は、今後の健診では表示しません。`,
  undo: "元に戻す",
  undone: "元に戻しました。",
  more: (count: string) => `残りの${count}を表示`,
  capped: (count: string, rest: string) =>
    `先頭の${count}までを表示できます。残りの${rest}は、確認を進めると順に加わります。`,
  hidden: (count: string) => `あとで確認する項目が${count}件あります。`,
  showHidden: "すべて表示",
} as const;
