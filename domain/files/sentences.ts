import { PARTS_OF_SPEECH, type PartOfSpeech } from "../entries/partsOfSpeech.ts";
import { formatNumber } from "../text/numbers.ts";
import { shortened } from "../text/shortened.ts";
import { ENCODING_NAMES, FILE_LIMITS, type FileEncoding } from "./formats.ts";

/** `sentence` about a line of a file, counted from 1. */
export function atLine(line: number, sentence: string): string {
  return `${line}行目：${sentence}`;
}

/** What is wrong with a whole file of dictionary entries, by the code of `FileProblem`. */
export const fileSentences = {
  EMPTY: "ファイルが空です。単語の入ったファイルを選択してください。",
  NO_ROWS: "ファイルに単語がありません。単語の入ったファイルを選択してください。",
  NOT_TEXT: (kind: string) =>
    `${kind}は取り込めません。CSVやタブ区切りのテキストで保存してから、選択してください。`,
  NUL: "テキストではないデータ（NUL文字）が含まれています。テキスト形式で保存してから、選択してください。",
  ENCODING_UNKNOWN: "文字コードを判別できませんでした。文字コードを選択してください。",
  ENCODING_FOREIGN:
    "文字コードがISO-2022-JP（JIS）のファイルは取り込めません。UTF-8やShift_JISで保存してから、選択してください。",
  GARBLED: "文字化けの可能性があります。文字コードを確認してください。",
  FORMAT_UNKNOWN:
    "ファイルの形式を判別できませんでした。形式を選択するか、1行目に「表記」「読み」などの見出しを入れてください。",
  FORMAT_DOUBTFUL:
    "ファイルの形式を1つに絞れませんでした。読み取り例を見て、形式を選択してください。",
  FORMAT_FOREIGN: (name: string) =>
    `${name}は取り込めません。1行目に「表記」「読み」などの見出しを入れたCSVにしてから、選択してください。`,
  COLUMN_MISSING: (label: string) =>
    `見出しに「${label}」がありません。1行目に見出しを入れるか、形式を確認してください。`,
  HEADING_MISSING: (label: string) =>
    `見出しに「${label}」がありません。テンプレートの見出しと見比べてください。`,
  COLUMN_TWICE: (label: string) => `見出しの「${label}」が重複しています。`,
  QUOTE_NOT_CLOSED: '引用符（"）が閉じられていません。',
  QUOTE_MISPLACED:
    '引用符（"）の位置に誤りがあります。引用符を含む項目は全体を"で囲み、中の"は2つ重ねてください。',
  LINE_TOO_LONG: "1行が長すぎます。形式と改行を確認してください。",
  TOO_MANY_COLUMNS: (max: string) => `列が多すぎます。${max}列以内にしてください。`,
  TOO_LARGE: `ファイルは${FILE_LIMITS.bytes / 1024 / 1024}MB以内にしてください。`,
  TOO_MANY_ROWS: `一度に取り込める単語は${formatNumber(FILE_LIMITS.rows)}件までです。ファイルを分けてください。`,
  UNREADABLE: "ファイルを読み取れませんでした。内容を確認してください。",
} as const;

/** The same where nobody can choose the encoding, as of files of people and of contracts. */
export const unchosenSentences = {
  ENCODING_UNKNOWN:
    "文字コードを判別できませんでした。UTF-8やShift_JISで保存してから、選択してください。",
  GARBLED: "文字化けしています。UTF-8やShift_JISで保存し直してから、選択してください。",
} as const;

/** What is wrong with one row, beside the rules of an entry's fields. */
export const rowSentences = {
  tooFewColumns: (least: number) => `列が足りません。${least}列以上必要です。`,
  tooManyColumns: '列が見出しより多くあります。区切り文字を含む項目は全体を"で囲んでください。',
  reading: "読みの列がありません。",
  partOfSpeech: (name: string) =>
    `品詞「${shortened(name)}」は登録できません。単語の編集で選択できる品詞（${PARTS_OF_SPEECH.slice(0, 3).join("、")}など）で入力してください。`,
  enabled: "有効は「有効」または「無効」で入力してください。",
  suppression: "抑制単語は取り込めません。",
  inflected: "送り仮名の付く見出し語は取り込めません。",
} as const;

export interface LackingAt {
  character: string;
  line: number;
}

/** How many lacking characters the sentence names; the list has all of them. */
const NAMED = 3;

/**
 * The sentence of an export to an encoding that lacks characters. It recommends an encoding that
 * has them: the default of the file's format.
 */
export function lackingSentence(
  encoding: FileEncoding,
  lacking: readonly LackingAt[],
  recommended: FileEncoding = "utf-8",
): string {
  const named = lacking.slice(0, NAMED).map(({ line, character }) => `${line}行目「${character}」`);
  const more = lacking.length > NAMED ? "など" : "";
  return (
    `${ENCODING_NAMES[encoding]}で表せない文字が${formatNumber(lacking.length)}件あります` +
    `（${named.join("、")}${more}）。${ENCODING_NAMES[recommended]}でのダウンロードをおすすめします。`
  );
}

export function unfitSentence(count: number): string {
  return `この形式で表せない単語が${formatNumber(count)}件あります。`;
}

/** Why an engine cannot take an entry as it is. */
export const fitnessSentences = {
  tooLong: (label: string, max: number, unit: "文字" | "バイト") =>
    `${label}は${max}${unit}以内にする必要があります。`,
  reservedSign: (sign: string) => `表記に「${sign}」を使用できないため、ダウンロードできません。`,
  space: "表記に空白を使用できないため、ダウンロードできません。",
  shownAsSpace: "「_」は空白として扱われるため、ダウンロードできません。",
  repeatedSurface: "同じ表記の単語は1件のみ登録できるため、ダウンロードできません。",
  repeatedReading: "同じ読みの単語は優先度の高い1件のみ使用できるため、ダウンロードできません。",
  partOfSpeech: (ours: PartOfSpeech, theirs: string) =>
    theirs === ""
      ? `品詞「${ours}」がないため、指定なしでダウンロードします。`
      : `品詞「${ours}」がないため、「${theirs}」としてダウンロードします。`,
  closedClass: (ours: PartOfSpeech, theirs: string) =>
    `品詞「${ours}」の単語は追加できないため、「${theirs}」としてダウンロードします。`,
  conjugation: (ours: PartOfSpeech, theirs: string) =>
    `品詞「${ours}」には活用の情報が必要なため、「${theirs}」としてダウンロードします。`,
  tooManyEntries: (max: string) => `登録できる単語は${max}件までです。`,
} as const;
