import { formatNumber } from "../../../domain/text/numbers.ts";

/** Of imports of people and of contracts. Only code that loads late shows them. */
export const fileImports = {
  file: {
    section: "ファイル",
    label: "取り込むCSVファイル",
    template: "テンプレートをダウンロード",
    sending: (percent: number) => `ファイルを送信しています... ${percent}%`,
    reading: "ファイルを確認しています...",
    stop: "中止する",
    retry: "もう一度試す",
    unread: (file: string, type: string) =>
      `${file}は読み取れません。${type}で保存してから、選択してください。`,
    missing: "この確認結果は残っていません。ファイルをもう一度選択してください。",
  },
  dryRun: {
    section: "取り込み内容の確認",
    ignored: (columns: readonly string[]) => `次の列は取り込みません：${columns.join("、")}`,
    cancel: "取り込みをやめる",
    errors: "エラー行をダウンロード",
    filter: "表示する行",
    wrong: "誤り：",
    missing: "未入力",
    all: (count: number) => `すべて ${formatNumber(count)}`,
  },
  converted: {
    count: (rows: number) => `${formatNumber(rows)}件はExcelで変換された可能性があります。`,
    lines: (lines: readonly number[], rows: number) =>
      `${lines.map((line) => `${formatNumber(line)}行目`).join("、")}${lines.length < rows ? "など" : ""}を確認してください（例：「1-2」が「1月2日」、「100000」が「1.00E+05」、「007」が「7」）。`,
  },
  before: "変更前",
  after: "変更後",
  commit: {
    skipErrors: "エラー行を除いて取り込む",
    skipped: (count: number) => `エラー行${formatNumber(count)}件は取り込みません。`,
    fix: "エラー行を修正するか、エラー行を除いて取り込んでください。",
    nothing: "変更はありません。",
    submit: "取り込む",
    changed: "内容を読み直しました。確認してから、もう一度取り込んでください。",
  },
  result: {
    section: "取り込みの結果",
    done: (file: string) => `${file}を取り込みました。`,
    reverted: (file: string) => `${file}の取り込みは取り消されました。`,
    none: "変更はありません。",
    part: (label: string, count: number, unit: "人" | "件") =>
      `${label} ${formatNumber(count)}${unit}`,
    between: "・",
    until: (until: string) => `${until}まで取り消せます。`,
    list: "一覧を表示",
    next: "続けて取り込む",
    revert: "取り込みを取り消す",
  },
  history: {
    section: "最近の取り込み",
    reverted: "取り消し済み",
    until: (until: string) => `${until}まで取り消し可能`,
    final: "取り消し期限切れ",
    revert: "取り消す",
    revertOf: (file: string) => `${file}の取り込みを取り消す`,
  },
  revert: {
    title: "取り込みの取り消し",
    body: "以下の取り込みを取り消しますか？",
    open: "取り込みを取り消す",
    done: "取り込みを取り消しました。",
    more: (count: number) => `先頭の${formatNumber(count)}件を表示しています。`,
  },
} as const;
