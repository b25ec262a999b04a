import { entryLabels } from "../../../../domain/entries/fields.ts";
import { enabledLabels } from "../../../../domain/entries/labels.ts";

export const entries = {
  name: "単語",
  fields: {
    entryId: "単語ID",
    dictionaryId: "辞書",
    choose: "選択",
    ...entryLabels,
    version: "版",
    createdAt: "登録日時",
    updatedAt: "更新日時",
    warnings: "注意",
    warning: "注意",
    reflection: "反映",
    uses30Days: "使用（30日）",
    used: "使用（30日）",
  },
  empty: {
    none: "単語はまだ登録されていません。",
    noMatch: "条件に該当する単語はありません。別の条件をお試しください。",
  },
  first: {
    paste: "Excelの表をそのまま貼り付けられます。",
    how: "表記・読み・品詞・強さの順に並べてコピーし、上の「新しい単語」のセルを選んで、Ctrl+V（Macでは⌘V）を押してください。表記と読みだけでも登録できます。",
    example: "貼り付ける表の例",
    rows: [
      ["嚥下障害", "えんげしょうがい", "名詞", "3"],
      ["経腸栄養", "けいちょうえいよう", "名詞", "2"],
    ],
    import: "ファイルを取り込む",
  },
  search: {
    any: { partOfSpeech: "品詞", enabled: "有効/無効", warning: "注意", used: "使用" },
    keyword: "キーワード",
    keywordHint: "表記・読み",
    enabled: enabledLabels,
    warning: { true: "注意のある単語のみ" },
    used: { true: "30日間に使用あり", false: "30日間に使用なし" },
  },
  grid: {
    label: "単語の表",
    cell: (field: string, row: number) => `${field} ${row}行目`,
    choose: "選択",
    chooseAll: "すべて選択",
    chooseRow: (row: number) => `${row}行目を選択`,
    newRow: "新しい単語",
    unsaved: "未保存",
    fetched: (revision: number, count: string) =>
      `版${revision}で取得済み\nこの版以降の文字起こし${count}件`,
    pending: "未反映",
    saved: "入力は自動保存されます。",
    keys: "キーの操作",
    help: [
      ["矢印", "移動"],
      ["Enter", "編集"],
      ["Esc", "取り消し"],
      ["Shift+矢印", "行を選択"],
      ["Ctrl+V", "貼り付け"],
      ["Ctrl+Z", "元に戻す"],
      ["Ctrl+Y", "やり直す"],
      ["F8", "次のエラー"],
      ["Alt+H", "変更履歴"],
      ["Alt+P", "変更を試す"],
      ["Esc→Tab", "表の外へ"],
    ],
    options: "品詞の候補",
  },
  action: {
    add: "単語を追加",
    history: "単語の変更履歴",
    proposeChange: "変更を提案",
    proposeWord: "この単語を提案",
    undo: "元に戻す",
    end: "編集を終了",
    openCount: (count: string) => `単語（${count}件）`,
  },
  selection: {
    label: "選択した単語の操作",
    count: (count: string) => `${count}件を選択中`,
    found: (total: string, found: string) => `${total}件中${found}件`,
    reading: "選択しています...",
    working: "処理しています...",
    enable: "有効にする",
    disable: "無効にする",
    remove: "削除する",
    clear: "選択を解除",
  },
  print: {
    reading: "印刷する単語を読み込んでいます。",
    part: (total: string, count: string) => `全${total}件のうち、はじめの${count}件です。`,
    more: (most: string) =>
      `Ctrl+P（⌘P）で印刷すると、${most}件までの単語を読み込んでから印刷します。`,
  },
  remove: {
    title: "単語の削除",
    body: "以下の単語を削除しますか？ 削除した単語は「元に戻す」で登録し直せます。",
    names: "、",
    more: (names: string, count: string) => `${names} ほか（全${count}件）`,
  },
  unsaved: {
    some: (count: string) => `保存していない入力が${count}件あります。`,
    save: "もう一度保存する",
    discard: "入力を破棄",
    next: "次のエラーへ",
    outOfView:
      "エラーのある行は表示されていません。検索条件をクリアするか、表をスクロールしてください。",
  },
  error: {
    weight: "強さは1〜3の数字で入力してください。",
    partOfSpeech: "品詞は候補から選択してください。",
    enabled: "「有効」または「無効」で入力してください。",
    surface: "表記を入力してください。",
    reading: "読みを入力してください。",
    keep: "Enterで入力し直し、Escで元の内容に戻します。",
    stale: (text: string) => `他の利用者が先に更新しました。最新の内容：${text}`,
    staleHint: "Enterで自分の入力を適用し直し、Escで最新の内容を表示します。",
  },
  warning: {
    SAME_READING: "同じ読み",
    OTHER_CATEGORY: "他の辞書と重複",
    OUTRANKED_READING: "AmiVoice対象外",
    sameReading: (surfaces: string) => `同じ読みの別表記があります：${surfaces}`,
    wins: (name: string, category: string) =>
      `同じ単語が「${name}」（${category}）にもあります。この辞書の単語が優先されます。`,
    loses: (name: string, category: string) =>
      `同じ単語が「${name}」（${category}）にあり、そちらが優先されます。`,
    outranked: (surface: string) =>
      `同じ読みの「${surface}」が優先されるため、AmiVoiceには渡されません。`,
    outrankedBy: (surface: string, name: string) =>
      `同じ読みの「${surface}」（${name}）が優先されるため、AmiVoiceには渡されません。`,
    between: "、",
    dot: "・",
  },
  paste: {
    tooMany:
      "貼り付けられるのは1,000行までです。それより多い場合は、ファイルから取り込んでください。",
    merged:
      "結合されたセルがあります。内容は左上のセルだけに貼り付け、ほかのセルは空白として扱います。",
    saving: "貼り付けた単語を保存しています...",
    done: (count: string) => `${count}件を貼り付けました。`,
  },
  done: {
    created: (name: string) => `「${name}」を追加しました。`,
    enabled: (count: string) => `${count}件を有効にしました。`,
    disabled: (count: string) => `${count}件を無効にしました。`,
    deleted: (count: string) => `${count}件を削除しました。`,
    undone: "元に戻しました。",
    redone: "やり直しました。",
  },
  kept: {
    some: (count: string, kept: string, names: string) =>
      `${count}件を元に戻しました。${kept}件は、その後に変更されたためそのままです（${names}）。`,
    all: (kept: string, names: string) =>
      `${kept}件は、その後に変更されたため元に戻していません（${names}）。`,
  },
  final: "取り込みの記録の上限に達しているため、この操作は元に戻せません。",
  missing: {
    undone: "対象の単語または操作の記録が残っていないため、この操作は元に戻せません。",
    redone: "対象の単語がすでに削除されているため、この操作はやり直せません。",
    all: "対象の単語はすでに削除されています。",
    some: (missing: string, count: string) =>
      `${missing}件はすでに削除されていたため、残りの${count}件だけを処理しました。`,
  },
} as const;
