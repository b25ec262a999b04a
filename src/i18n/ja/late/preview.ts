import { SHORT_KANA } from "../../../../domain/preview/rules.ts";
import { addTexts } from "../../lateTexts.ts";

/** What only 反映プレビュー shows, but not its name, which the sidebar shows. */
export const previewPage = {
  workspace: {
    one: "%{name}の辞書で確認しています。",
    all: "すべてのワークスペースの辞書で確認しています。",
  },
  text: "本文",
  hint: "文字起こしの文章を貼り付けると、組織の辞書のどの単語が反映されるかを確認できます。",
  keys: "%{modifier}+Enterでも確認できます。",
  readOnly: "単語を追加できるのは、辞書管理者と組織管理者です。",
  counter: "%{length} / %{most}文字",
  withinWords: "ほかの言葉の途中にある短い読みも表示する",
  withinWordsHint: `読みが${SHORT_KANA}文字以下の単語は、通常は言葉の切れ目にある場合だけ一致とします。`,
  check: "確認する",
  checking: "確認しています...",
  required: "本文を入力してください。",
  before: "下に表示しているのは、前回の確認結果です。",
  result: "確認結果",
  none: "一致する単語はありません。",
  found: "%{matches}か所に一致し、%{used}か所に反映されます。",
  truncated: "一致が多いため、先頭から%{most}件までを表示しています。",
  marked: "反映される単語を示した本文",
  mark: "%{text}（%{category}）",
  details: "選択した箇所の単語",
  used: "反映される単語",
  others: "優先されなかった単語",
  more: "ほか%{count}件",
  entries: "一致した単語",
  fields: {
    surface: "表記",
    reading: "読み",
    dictionaryName: "辞書",
    category: "辞書の種類",
    used: "反映数",
    found: "一致数",
  },
  add: {
    open: "単語を追加",
    selected: "選択した箇所を追加",
    title: "単語の追加",
    submit: "追加",
    readingHint: "ひらがな・カタカナと「ー」で入力してください。",
    choose: "辞書を選択してください。",
  },
} as const;

addTexts("resources.preview", previewPage);
