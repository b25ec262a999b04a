import type { CandidateKind } from "../../../domain/candidates/rules.ts";
import { weightLabels } from "../../../domain/entries/fields.ts";

/** What only 校正から学ぶ shows, but not its name, which links show. */
export const learnPage = {
  mode: {
    legend: "単語の探し方",
    pair: "認識結果と校正後を比べる",
    one: "資料から探す",
  },
  hint: {
    pair: "文字起こしの認識結果と校正後の文章を比べて、聞き間違いのあった言葉を単語の候補として示します。",
    one: "議題、名簿、商品一覧などの資料から、辞書に登録するとよい言葉を探します。",
    kept: "入力した文章は保存されません。",
  },
  text: { before: "認識結果", after: "校正後", document: "資料の文章" },
  file: {
    choose: "ファイルから入力",
    of: (name: string) => `${name}：ファイルから入力`,
    types: (types: string) => `${types}は、ここにドロップしても入力できます。`,
    unreadable: "ファイルを読み込めませんでした。ファイルの種類と内容を確認してください。",
    several: "ファイルは1つずつ入力してください。",
    tooLarge: (megabytes: number) => `ファイルは${megabytes}MB以下のものを使用してください。`,
  },
  counter: (length: string, most: string) => `${length} / ${most}文字`,
  required: (name: string) => `${name}を入力してください。`,
  find: "候補を探す",
  finding: "探しています...",
  previous: "下に表示しているのは、前回の結果です。",
  result: "単語の候補",
  none: "単語の候補はありません。",
  found: (count: string) => `候補が${count}件あります。`,
  kinds: {
    NEW: "未登録",
    READING: "別の読み",
    KNOWN_NOT_REFLECTED: "未反映",
    KNOWN_MISHEARD: "反映済みで誤認識",
    KNOWN_DISABLED: "無効の単語",
    KNOWN_OTHER_WORKSPACE: "別のワークスペース",
  } satisfies Record<CandidateKind, string>,
  known: {
    reading: (reading: string) => `登録済みの読みは「${reading}」です。`,
    versions: (entry: string, fetched: string) =>
      `単語の版は${entry}、エンジンが取得した版は${fetched}です。`,
    unfetched: (entry: string) => `単語の版は${entry}です。エンジンはまだ単語を取得していません。`,
    weight: (weight: number) => `反映済みです。強さを${weight}に上げると認識されやすくなります。`,
    otherReading: (reading: string) => `反映済みです。読み「${reading}」の追加を検討してください。`,
    misheard: "反映済みです。読みを見直してください。",
    disabled: "有効にすると使われます。",
    elsewhere: "このワークスペースの辞書にはありません。",
    open: (dictionary: string) => `「${dictionary}」で表示`,
  },
  heard: (before: string, after: string, count: string) => `${before} → ${after}（${count}か所）`,
  places: (count: string) => `${count}か所`,
  choose: (surface: string) => `${surface}を選択`,
  all: "選択できる候補をすべて選択",
  reading: (surface: string) => `${surface}の読み`,
  readingMissing: "読みをひらがなまたはカタカナで入力してください。",
  ignore: "以後提案しない",
  ignoreOf: (surface: string) => `${surface}を以後提案しない`,
  offerOf: (surface: string) => `${surface}を以後提案しない設定を元に戻す`,
  ignored: (surface: string) => `「${surface}」を以後提案しません。`,
  offeredAgain: (surface: string) => `「${surface}」を候補に戻しました。`,
  /** 強さ：2（標準）→3（強） */
  raised: (before: number, after: number) =>
    `強さ：${weightLabels[before] ?? before}→${weightLabels[after] ?? after}`,
  read: (reading: string) => `読み：${reading}を追加`,
  outcomes: {
    added: "追加済み",
    changed: "変更済み",
    proposed: "提案済み",
    existing: "登録済み",
    deleted: "削除済み",
  },
  add: {
    region: "選択した候補の登録",
    count: (count: string) => `${count}件を選択中`,
    submit: (added: number, changed: number) => {
      if (changed === 0) return "辞書に追加";
      return added === 0 ? "変更を適用" : "追加・変更を適用";
    },
    dictionary: "追加先の辞書",
    missing: "辞書を選択してください。",
    nothing: "追加する候補を選択してください。",
    readings: "読みを入力していない候補があります。",
    done: (count: string, dictionary: string) => `${count}件を「${dictionary}」に追加しました。`,
    changed: (count: string) => `登録済みの単語を${count}件変更しました。`,
    undone: (count: string) => `${count}件を元に戻しました。`,
    undo: "元に戻す",
  },
  propose: {
    region: "選択した候補の提案",
    submit: "まとめて提案",
    dictionary: "提案先の辞書",
    nothing: "提案する候補を選択してください。",
    done: (count: string) => `${count}件を提案しました。`,
    nothingNew: "新しく提案した候補はありません。",
    refused: {
      ENTRY_EXISTS: (count: string) => `${count}件は登録済みです。`,
      PROPOSAL_EXISTS: (count: string) => `${count}件は提案済みです。`,
      NOT_FOUND: (count: string) => `${count}件は単語が削除されています。`,
    },
  },
} as const;
