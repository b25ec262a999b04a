import { addTexts } from "../../lateTexts.ts";

/** エンジンごとの確認 of a dictionary, and the link to it. */
export const fitnessTexts = {
  fitness: {
    title: "エンジンごとの確認",
    lead: "有効な単語のうち、各エンジンで利用できないものと、品詞が変わるものを表示します。品詞が変わる単語は、そのまま利用できます。",
    recognisers: "音声認識エンジンに渡せない単語",
    recognisersLead:
      "音声認識エンジンには、すべての辞書の単語を優先度の高い順にまとめて渡します。件数などの上限を超えた単語は渡せません。上限を超えた単語を含めるには、単語の強さを上げるか、使用しない単語を無効にしてください。",
    files: "ダウンロードした辞書で確認する単語",
    allSent: "すべての単語を渡せます。",
    noneSent: "渡せる単語はありません。",
    someSent: "%{total}件のうち%{unfit}件は渡せません。",
    chipSent: { fit: "すべて渡せる", unfit: "渡せない %{count}件" },
    tableSent: "%{engine}に渡せない単語",
    all: "すべての単語を利用できます。",
    none: "有効な単語はありません。",
    some: "%{total}件のうち%{unfit}件は、そのままでは利用できません。",
    retagged: "%{count}件は、品詞を変えるか省いてダウンロードします。",
    chip: { fit: "利用可能", unfit: "要確認 %{count}件", retagged: "品詞の変更 %{count}件" },
    table: "%{engine}で確認する単語",
    entry: "単語",
    field: "項目",
    message: "内容",
    expand: "残りの%{count}件を表示",
    capped: "先頭の%{count}件を表示しています。",
  },
} as const;

addTexts("resources.dictionaries", fitnessTexts);
