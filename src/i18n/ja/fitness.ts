/** エンジンごとの確認 of a dictionary, and the link to it. Only code that loads late shows them. */
export const fitness = {
  title: "エンジンごとの確認",
  lead: "有効な単語のうち、各エンジンで利用できないものと、品詞が変わるものを表示します。品詞が変わる単語は、そのまま利用できます。",
  recognisers: "音声認識エンジンに渡せない単語",
  recognisersLead:
    "音声認識エンジンには、すべての辞書の単語を優先度の高い順にまとめて渡します。件数などの上限を超えた単語は渡せません。上限を超えた単語を含めるには、単語の強さを上げるか、使用しない単語を無効にしてください。",
  files: "ダウンロードした辞書で確認する単語",
  /** What a speech engine gets. */
  sent: {
    columns: { total: "対象の単語", fits: "渡せる", unfits: "渡せない" },
    all: "すべての単語を渡せます。",
    none: "渡せる単語はありません。",
    some: (total: string, unfit: string) => `${total}件のうち${unfit}件は渡せません。`,
    fit: "すべて渡せる",
    unfit: (count: string) => `渡せない ${count}件`,
    table: (engine: string) => `${engine}に渡せない単語`,
  },
  /** What a file can hold. */
  file: {
    columns: { total: "有効な単語", fits: "利用可能", unfits: "要確認" },
    all: "すべての単語を利用できます。",
    none: "有効な単語はありません。",
    some: (total: string, unfit: string) =>
      `${total}件のうち${unfit}件は、そのままでは利用できません。`,
    fit: "利用可能",
    unfit: (count: string) => `要確認 ${count}件`,
    table: (engine: string) => `${engine}で確認する単語`,
  },
  retagged: (count: string) => `${count}件は、品詞を変えるか省いてダウンロードします。`,
  retaggedChip: (count: string) => `品詞の変更 ${count}件`,
  engine: "エンジン",
  entry: "単語",
  field: "項目",
  message: "内容",
  expand: (count: string) => `残りの${count}件を表示`,
  capped: (count: string) => `先頭の${count}件を表示しています。`,
} as const;
