import { app } from "./app.ts";

/** The texts of the quick search and of the list of keys, which come with their dialogs. */
export const quickSearch = {
  title: "クイック検索",
  field: "画面・操作・データを検索",
  results: "候補",
  recent: "最近開いた項目",
  places: "画面",
  actions: "操作",
  settings: "設定",
  opensList: "一覧を開く",
  ofList: (name: string, label: string) => `${name}の${label}`,
  colorMode: (mode: string) => `${app.userMenu.colorMode}：${mode}`,
  closeMonth: "月の契約を締める",
  changePassword: "パスワードを変更",
  chosen: "選択中",
  propose: (text: string) => `「${text}」を辞書に提案`,
  more: (name: string, text: string) => `「${text}」に一致する${name}をすべて表示`,
  waiting: "検索しています...",
  count: (count: number) => `${count}件の候補`,
  none: (text: string) => `「${text}」に一致する項目はありません。`,
  noneHint: "別の表記や読み、組織番号、メールアドレスの先頭でお試しください。",
  keys: { choose: "選択", open: "開く", newTab: "新しいタブで開く", close: "閉じる" },
  showKeys: "キーボード操作を表示",
} as const;

/**
 * By what screens are found besides their name, by the last part of their path: how they are read,
 * then other words for them.
 */
export const screenWords: Readonly<Record<string, string>> = {
  "": "ほーむ とっぷ だっしゅぼーど",
  admin: "ほーむ かんり とっぷ だっしゅぼーど",
  contracts: "けいやく 契約書 プラン",
  closings: "げつじのしめ 月末 げつまつ 請求 せいきゅう 利用明細書 りようめいさいしょ",
  organizations: "そしき 会社 かいしゃ 企業 きぎょう 顧客 こきゃく 取引先 とりひきさき",
  users: "りようしゃ めんばー ゆーざー アカウント 社員 しゃいん",
  "service-keys": "さーびすきー APIキー 鍵 かぎ とーくん",
  webhooks: "うぇぶふっく 通知先 つうちさき 連携 れんけい",
  "billing-files":
    "ふぁいるしゅつりょく 会計 かいけい 請求書 せいきゅうしょ 弥生 やよい freee マネーフォワード",
  alerts: "あらーと 警告 けいこく 通知 つうち お知らせ おしらせ",
  "audit-events": "そうさろぐ 監査ログ かんさろぐ 履歴 りれき",
  dictionaries: "じしょ 用語集 ようごしゅう 単語 たんご",
  proposals: "じぶんのていあん 提案 ていあん 単語を提案 要望 ようぼう",
  preview: "はんえいぷれびゅー 確認 かくにん 試す ためす",
  health: "けんしん 重複 ちょうふく 点検 てんけん 整理 せいり",
  workspaces: "わーくすぺーす ちーむ 部署 ぶしょ",
};

/** Of actions, in the same way. */
export const actionWords = {
  "create-contracts": "けいやくをついか 新規 しんき 作成 さくせい 登録 とうろく",
  "create-users": "りようしゃ めんばーをしょうたい ゆーざー 追加 ついか 登録 とうろく",
  "create-dictionaries": "じしょをついか 新規 しんき 作成 さくせい 登録 とうろく",
  "create-proposals": "たんごをていあん 要望 ようぼう 追加 ついか",
  "create-workspaces": "わーくすぺーすをついか 新規 しんき 作成 さくせい ちーむ 部署 ぶしょ",
  "create-service-keys": "さーびすきーをはっこう 追加 ついか APIキー 鍵 かぎ",
  "create-webhooks": "うぇぶふっくをとうろく 追加 ついか 通知先 つうちさき",
  "create-closings": "げつのけいやくをしめる 月末 げつまつ 請求 せいきゅう 月次 げつじ",
  "invite-users": "まとめてしょうたい 一括 いっかつ 複数 ふくすう めんばー りようしゃ 追加 ついか",
  "import-contracts": "けいやくのCSVをとりこむ インポート 一括登録 いっかつとうろく アップロード",
  "import-users":
    "りようしゃ めんばーのCSVをとりこむ インポート 一括登録 いっかつとうろく アップロード",
  "export-contracts": "けいやくのCSVをだうんろーど エクスポート 出力 しゅつりょく",
  "export-users": "りようしゃ めんばーのCSVをだうんろーど エクスポート 出力 しゅつりょく",
  "export-audit-events": "そうさろぐのCSVをだうんろーど 監査 かんさ エクスポート 出力 しゅつりょく",
  keys: "きーぼーどそうさをひょうじ ショートカット ヘルプ へるぷ",
  logout: "ろぐあうと サインアウト さいんあうと 終了 しゅうりょう",
} as const;

/** Of settings, in the same way. */
export const settingWords = {
  settings: "こじんせってい アカウント ぷろふぃーる まいぺーじ",
  password: "ぱすわーどをへんこう 暗証 あんしょう せってい",
  secondFactor:
    "にだんかいにんしょう 2要素認証 にようそにんしょう 認証アプリ にんしょうあぷり せきゅりてぃ",
  alertMails: "あらーとのめーる 通知 つうち 警告 けいこく",
  proposalMails: "たんごのていあんのめーる 通知 つうち 結果 けっか お知らせ おしらせ",
  signIns: "ろぐいんちゅうのたんまつ デバイス せっしょん ログイン履歴 りれき",
  system: "じどう ひょうじもーど 配色 はいしょく テーマ システムに合わせる",
  light: "らいと ひょうじもーど 配色 はいしょく テーマ 明るい あかるい 白 しろ",
  dark: "だーく ひょうじもーど 配色 はいしょく テーマ 暗い くらい 夜間 やかん 黒 くろ",
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
