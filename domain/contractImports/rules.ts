import { contractFields, contractLabels } from "../contracts/fields.ts";
import type { Period } from "../contracts/rules.ts";
import { fieldsWith } from "../fields.ts";
import { MOST_ROWS } from "../imports/rules.ts";
import { formatPeriod } from "../text/dates.ts";
import { formatNumber } from "../text/numbers.ts";

/** Sentences about files of contracts, where those of dictionary files speak of words. */
export const contractFileSentences = {
  EMPTY: "ファイルが空です。契約の入ったファイルを選択してください。",
  NO_ROWS: "ファイルに契約がありません。見出しの下に契約を入れてください。",
  TOO_MANY_ROWS: `一度に取り込める契約は${formatNumber(MOST_ROWS)}件までです。ファイルを分けてください。`,
} as const;

type Label = keyof typeof contractLabels;

/** What is wrong with one row, beside the rules of a contract's fields. */
export const contractRowSentences = {
  organizationNameDiffers: "組織名が組織番号の組織と異なります。",
  repeated: (line: number) =>
    `${formatNumber(line)}行目と組織番号・${contractLabels.startDate}が同じです。`,
  overlapsRow: (line: number) => `${formatNumber(line)}行目と契約期間が重複しています。`,
  overlapsContract: (period: Period) =>
    `登録済みの契約（${formatPeriod(period)}）と契約期間が重複しています。`,
  date: (field: Label) => `${contractLabels[field]}は日付（例：2026/04/01）で入力してください。`,
  cap: (field: Label) => `${contractLabels[field]}は1以上の整数か「無制限」で入力してください。`,
  /** Of a sentence that names no field. */
  of: (field: Label, sentence: string) => `${contractLabels[field]}は${sentence}`,
} as const;

/** Sentences of the API about imports of contracts. */
export const contractImportSentences = {
  changed:
    "内容を確認したあとに契約が変更されました。もう一度内容を確認してから、取り込んでください。",
  undoRefused:
    "取り込み後に変更または利用された契約があるため、取り消せません。契約は変更されていません。",
} as const;

/** The name of the file of error rows. */
export const contractImportErrorsTitle = "契約の取り込みエラー";

/** What an import would do with a row of its file. */
export const CONTRACT_IMPORT_VERDICTS = ["NEW", "UPDATE", "UNCHANGED", "ERROR"] as const;
export type ContractImportVerdict = (typeof CONTRACT_IMPORT_VERDICTS)[number];

/** The columns of a file, in the order of the template. The organization's name is compared only. */
export const CONTRACT_FIELDS = fieldsWith(contractFields, "imported");
export type ContractField = (typeof CONTRACT_FIELDS)[number];

/** What a row has in its columns; one that the file has not is missing. */
export type ContractCells = Partial<Record<ContractField, string>>;

/** The key of a contract, without which a file is refused. */
export const NEEDED_FIELDS = fieldsWith(contractFields, "imported", "KEY");

/** The fields that an import writes, and an undo restores. The start date is the key. */
export const IMPORTED_FIELDS = fieldsWith(contractFields, "imported", "WRITTEN");

/** The fields of a contract that a row has, checked and shown. */
export const ROW_FIELDS = ["organizationName", "startDate", ...IMPORTED_FIELDS] as const;
