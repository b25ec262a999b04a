/** The texts of the quick search and of the list of keys, which come with their dialogs. */
export const quickSearch = {
  title: "クイック検索",
  field: "画面・操作・データを検索",
  results: "候補",
  recent: "最近開いた項目",
  places: "画面",
  actions: "操作",
  more: (name: string, text: string) => `「${text}」に一致する${name}をすべて表示`,
  waiting: "検索しています...",
  count: (count: number) => `${count}件の候補`,
  none: (text: string) => `「${text}」に一致する項目はありません。`,
  noneHint: "別の表記や読み、組織番号、メールアドレスの先頭でお試しください。",
  keys: { choose: "選択", open: "開く", newTab: "新しいタブで開く", close: "閉じる" },
  showKeys: "キーボード操作を表示",
} as const;

/** How screens are read, by the last part of their path. */
export const screenReadings: Readonly<Record<string, string>> = {
  "": "ほーむ",
  admin: "ほーむ かんり",
  contracts: "けいやく",
  organizations: "そしき",
  users: "りようしゃ めんばー",
  "service-keys": "さーびすきー",
  webhooks: "うぇぶふっく",
  "audit-events": "そうさろぐ",
  dictionaries: "じしょ",
  preview: "はんえいぷれびゅー",
  workspaces: "わーくすぺーす",
};

export const actionReadings = {
  contracts: "けいやくをついか",
  users: "りようしゃ めんばーをしょうたい",
  dictionaries: "じしょをついか",
  workspaces: "わーくすぺーすをついか",
  settings: "こじんせってい ぱすわーどをへんこう",
  logout: "ろぐあうと",
  keys: "きーぼーどそうさをひょうじ しょーとかっと",
} as const;

export const keyHelp = {
  title: "キーボード操作",
  everywhere: {
    heading: "すべての画面",
    rows: [
      ["command", "クイック検索を開く"],
      ["/", "一覧の検索欄に移動する"],
      ["?", "キーボード操作を表示する"],
      ["Esc", "ダイアログやメニューを閉じる"],
    ],
  },
  search: {
    heading: "クイック検索",
    rows: [
      ["↑ ↓", "候補を選択する"],
      ["Enter", "選択した候補を開く"],
      ["commandEnter", "新しいタブで開く"],
    ],
  },
  page: {
    heading: "ページの先頭でTab",
    rows: [
      ["本文へ移動", "メニューを飛ばして本文に移動する"],
      ["一覧へ移動", "一覧の1件目に移動する"],
    ],
  },
  entries: {
    heading: "単語の表",
    rows: [
      ["矢印キー", "セルを移動する"],
      ["Enter、文字の入力", "編集する"],
      ["Esc", "編集を取り消す。その後のTabで表の外に移動する"],
      ["Shift＋矢印キー", "行を選択する"],
      ["Ctrl＋V", "貼り付ける"],
      ["Ctrl＋Z", "元に戻す"],
      ["Ctrl＋Shift＋Z、Ctrl＋Y", "やり直す"],
      ["F8", "次のエラーに移動する"],
      ["Alt＋H", "変更履歴を表示する"],
    ],
  },
  single: "「/」と「?」のキーで操作する",
  singleHint: "音声入力などで意図せず動作する場合は、オフにしてください。この端末に保存されます。",
} as const;
