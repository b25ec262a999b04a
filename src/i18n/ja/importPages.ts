import { lockSentences } from "../../../domain/dictionaries/rules.ts";
import { entrySentences } from "../../../domain/entries/rules.ts";
import { ENTRY_HEADINGS, NEEDED_HEADING } from "../../../domain/files/formats.ts";
import { importSentences, REVERT_DAYS } from "../../../domain/imports/rules.ts";

/** What the pages of imports show; they load it. */
export const importPages = {
  fields: {
    committedAt: "取り込み日時",
    createdByName: "実行者",
    fileName: "ファイル",
    mode: "取り込み方法",
    result: "結果",
    state: "状態",
  },
  empty: {
    none: "取り込みはまだありません。",
    noMatch: "該当する行はありません。",
  },
  file: {
    label: "取り込むファイル",
    limits: "5MB・10,000行まで取り込めます。",
    columns: `CSVの1行目には、見出し（${ENTRY_HEADINGS.join("、")}）を入れてください。必須の列は${NEEDED_HEADING}です。読みがない単語には、読みの候補を表示します。`,
    format: "形式",
    encoding: "文字コード",
    recognised: (name: string) => `自動判別：${name}`,
    unrecognised: "自動判別",
    candidate: {
      share: (percent: string) => `${percent}%の行がこの形式に合っています。`,
      rows: "読み取り例",
      choose: (format: string) => `「${format}」として読み取る`,
    },
    again: "形式や文字コードを選び直すと、同じファイルを読み直します。",
  },
  dryRun: {
    facts: (file: string, format: string, encoding: string) => `${file}：${format}・${encoding}`,
    untouched: "辞書はまだ変更されていません。",
    choose: "別の形式や文字コードで読み直すには、ファイルをもう一度選択してください。",
  },
  rows: {
    line: "行",
    verdict: "判定",
    entry: "単語",
    reason: "内容",
  },
  toConfirm: "要確認",
  verdicts: {
    NEW: "新規",
    UPDATE: "上書き",
    UNCHANGED: "変更なし",
    DUPLICATE: "重複",
    ERROR: "エラー",
  },
  modes: {
    add: "追加のみ",
    merge: "追加・上書き",
    replace: "すべて置き換え",
  },
  commit: {
    mode: "取り込み方法",
    add: (added: string) => `新規の${added}件を追加します。登録済みの単語は変更しません。`,
    merge: (added: string, update: string) =>
      `新規の${added}件を追加し、登録済みの${update}件を上書きします。`,
    replace: (added: string, update: string, deleted: string) =>
      `新規の${added}件を追加し、登録済みの${update}件を上書きし、ファイルにない${deleted}件を削除します。`,
    replaceSkipping: (added: string, update: string, deleted: string) =>
      `新規の${added}件を追加し、登録済みの${update}件を上書きし、それ以外の${deleted}件を削除します。エラー行の単語も、登録済みであれば削除します。`,
    overfull: (after: string, excess: string) =>
      `${entrySentences.tooManyEntries}このファイルを取り込むと${after}件になり、${excess}件多くなります。`,
    hasErrors: importSentences.errorRows,
    submit: "取り込む",
    submitDeleting: (count: string) => `${count}件を削除して取り込む`,
    running: "単語を取り込んでいます...",
    stop: "取り込みを中止する",
    stopping: "取り込みを中止しています...",
    stopped: "取り込みを中止しました。",
    tooLate: "中止する前に取り込みが完了しました。",
    locking: "編集ロックを確認しています...",
    needsLock: "取り込むには「編集を開始」を押してください。",
    needsRight: "辞書を編集する権限がないため、取り込めません。",
    rightLost: `${lockSentences.rightLost}、取り込めませんでした。単語は変更されていません。`,
    lockLost:
      "編集ロックが解除されたため、取り込めませんでした。単語は変更されていません。「編集を開始」を押してから、もう一度取り込んでください。",
  },
  result: {
    added: "追加",
    updated: "上書き",
    deleted: "削除",
    unchanged: "変更なし",
    skipped: "取り込まなかった行",
    entries: "単語を表示",
  },
  revert: {
    body: "以下の取り込みを取り消しますか？ 単語は取り込み前の内容に戻ります。",
    days: `取り消せるのは、取り込みから${REVERT_DAYS}日以内で、取り込んだ単語がその後変更されていない場合です。`,
    changed: "取り込み後に変更された単語",
    lockLost:
      "編集ロックが解除されたため、取り消せませんでした。単語は変更されていません。もう一度お試しください。",
  },
  leave: {
    unsavedTitle: "取り込みの中断",
    unsaved: "取り込みはまだ終わっていません。このページを離れると中断されます。",
    leave: "ページを離れる",
    stay: "このページに残る",
  },
} as const;
