/** Of the page of words, which loads late. */
export const entryPages = {
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
  kept: {
    some: (count: string, kept: string, names: string) =>
      `${count}件を元に戻しました。${kept}件は、その後に変更されたためそのままです（${names}）。`,
    all: (kept: string, names: string) =>
      `${kept}件は、その後に変更されたため元に戻していません（${names}）。`,
  },
  missing: {
    undone: "対象の単語または操作の記録が残っていないため、この操作は元に戻せません。",
    redone: "対象の単語がすでに削除されているため、この操作はやり直せません。",
    all: "対象の単語はすでに削除されています。",
    some: (missing: string, count: string) =>
      `${missing}件はすでに削除されていたため、残りの${count}件だけを処理しました。`,
  },
  final: "取り込みの記録の上限に達しているため、この操作は元に戻せません。",
  propose: { change: "変更を提案", word: "この単語を提案" },
} as const;
