import { commonSentences } from "../../../domain/problems/commonSentences.ts";
import { errors } from "./errors.ts";

/**
 * Texts of the layout and the shared components. [S] marks fixed ones
 * (docs/product/texts.md#fixed-texts).
 */
export const app = {
  title: "Knowledge Insight", // [S]
  skip: "本文へ移動",
  skipToRows: "一覧へ移動",
  quickSearch: "クイック検索",
  loading: "読み込み中...", // [S]
  away: "通信できません。回復すると表示を更新します。",
  ok: "OK",
  cancel: "キャンセル", // [S]
  remove: "削除する", // [S]
  close: "閉じる",
  back: (name: string) => `${name}に戻る`,
  actions: "操作",
  editOf: (name: string) => `${name}の編集`,
  userMenu: {
    open: "ユーザーメニュー",
    signedIn: "ログイン中の利用者",
    settings: "個人設定",
    logout: "ログアウト",
    colorMode: "表示モード",
    system: "自動",
    light: "ライト",
    dark: "ダーク",
  },
  sidebar: {
    label: "メインメニュー",
    open: "メニューを開く",
    close: "メニューを閉じる",
  },
  notice: {
    region: "通知",
    success: "完了",
    info: "お知らせ",
    warning: "注意",
    error: "エラー",
  },
  field: {
    required: "必須",
    clear: (label: string) => `${label}をクリア`,
    choose: "選択してください",
    monthExample: "例：2026-04",
    dateExample: "例：2026-04-01",
  },
  combobox: {
    found: (count: number) => `${count}件の候補`,
    none: "該当する候補はありません。",
    failed: "候補を表示できませんでした。通信環境をご確認ください。",
  },
  organizations: {
    label: "対象の組織",
    all: "すべての組織",
    chosen: "組織を選択",
    pick: "組織",
    pickHint: "組織名または組織番号で検索し、候補から選択してください。",
    list: "選択した組織",
    takeOut: (name: string) => `${name}を外す`,
  },
  copy: {
    ofRow: (label: string, value: string) => `${label}「${value}」をコピー`,
    button: (label: string) => `${label}をコピー`,
    title: (label: string) => `${label}のコピー`,
    copied: "コピーしました。",
    byHand: "自動でコピーできませんでした。選択してコピーしてください。",
  },
  names: { all: "すべて", more: (count: number) => `ほか${count}件` },
  form: {
    save: "保存",
    saving: "保存しています...",
    saved: "変更を保存しました。",
    invalid: "入力内容に不備があります。",
    wrong: (count: number) => `${count}か所を直すと保存できます。`,
    unchanged: "変更はありません。",
    unsavedTitle: "保存していない変更",
    unsaved: "保存していない変更があります。このページを離れますか？",
    leave: "ページを離れる",
    stay: "編集を続ける",
  },
  draft: {
    found: (time: string) => `保存されていない入力内容がこの端末に保管されています。（${time}）`,
    outdated: "保管した後に内容が更新されています。入力した項目だけを復元します。",
    foundHistory: "変更前の内容を入力できます。内容を確認して保存すると、元に戻ります。",
    restore: "復元する",
    fillIn: "変更前の内容を入力",
    begin: "編集を開始して復元する",
    later: "編集を開始すると復元できます。",
    discard: "破棄する",
    running: "前回の保存の結果を確認しています。",
    taken: (time: string) => `前回の入力内容は保存されています。（${time}）`,
    partly: (time: string) => `変更する前の入力内容は保存されています。（${time}）`,
    unsure:
      "前回の保存の結果を確認できません。二重に保存しないよう、確認してから復元してください。",
    close: "閉じる",
  },
  stale: {
    message: "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
    showCurrent: "最新の内容を表示",
    reapply: "自分の変更を適用し直す",
    differences: "更新された項目",
    current: "最新の内容",
    mine: "自分の入力",
    untouched: "（変更なし）",
    none: "（なし）",
  },
  csv: {
    download: "CSVをダウンロード",
    import: "CSVを取り込む",
    nothing: "条件に該当するデータがないため、ダウンロードできません。",
    title: "CSVのダウンロード",
    running: (done: string, total: string) => `データを取得しています... ${done}/${total}件`,
    stop: "中止する",
    retry: "もう一度試す",
    done: (count: string) => `${count}件をダウンロードしました。`,
  },
  upload: {
    prompt: "ファイルをここにドラッグするか、選択してください。",
    choose: "ファイルを選択",
    chooseOther: "別のファイルを選択",
    accepted: (types: string) => `対応形式：${types}`,
    remove: (name: string) => `${name}を取り消す`,
    chosen: "選択中のファイル",
    severalTitle: "ファイル選択エラー", // [S]
    several: "ファイルは1つだけ選択してください。", // [S]
    unsupported: commonSentences.fileUnsupported, // [S]
  },
  pager: {
    label: "ページ送り",
    previous: "前へ", // [S]
    next: "次へ", // [S]
    page: (page: number) => `${page}ページ目`,
    range: ({ total, unit, from, to }: { total: string; unit: string; from: string; to: string }) =>
      `${total}${unit}中 ${from}〜${to}${unit}`,
    size: "表示件数",
  },
  search: {
    label: "検索条件",
    active: (active: number) => `検索条件（${active}項目を指定中）`,
    apply: "検索",
    clear: "条件をクリア",
    all: "すべて",
    to: "〜",
    condition: (label: string, value: string) => `${label}：${value}`,
    takeOff: (condition: string) => `「${condition}」を外す`,
    organization: (name: string) => `組織：${name}`,
    everyOrganization: "すべての組織を表示",
  },
  table: {
    list: (name: string) => `${name}一覧`,
    total: (total: string, unit: string) => `全${total}${unit}`,
    count: (count: string) => `${count}件`,
    units: { records: "件", people: "人" },
    error: "エラーが発生しました。", // [S]
    retry: errors.reload,
    empty: "データがありません。", // [S]
    sort: (label: string) => `${label}で並べ替え`,
    sortBy: "並べ替え",
    unsorted: "登録順",
    order: {
      ASC: (label: string) => `${label}（昇順）`,
      DESC: (label: string) => `${label}（降順）`,
    },
    actions: "操作",
    views: "ビュー",
    columns: "列",
    choosePage: "このページをすべて選択",
  },
  usage: {
    unlimited: "無制限",
    label: (used: string, cap: string) => `${used}/${cap}`,
    excess: (excess: string) => `${excess}超過`,
    percent: (percent: number) => `${percent}%`,
  },
} as const;
