import type { ExportEncoding } from "../files/formats.ts";

/** The files of accounting programs (docs/product/billing-files.md#formats), the general one last. */
export const BILLING_FORMATS = ["moneyforward", "yayoi", "freee", "misoca", "csv"] as const;
export type BillingFormat = (typeof BILLING_FORMATS)[number];

export const BILLING_ENCODINGS = [
  "utf-8",
  "utf-8-bom",
  "cp932",
] as const satisfies readonly ExportEncoding[];
export type BillingEncoding = (typeof BILLING_ENCODINGS)[number];

/** The encodings of a format, the usual one first. */
export const ENCODINGS_OF: Readonly<
  Record<BillingFormat, readonly [BillingEncoding, ...BillingEncoding[]]>
> = {
  moneyforward: ["utf-8", "cp932"],
  yayoi: ["cp932"],
  freee: ["utf-8", "cp932"],
  misoca: ["utf-8", "cp932"],
  csv: ["utf-8-bom", "cp932"],
};

export interface BillingColumn {
  name: string;
  /** The most half-width characters that the program keeps; it cuts longer texts without a word. */
  most?: number;
}

const columns = (...names: readonly (string | BillingColumn)[]): readonly BillingColumn[] =>
  names.map((name) => (typeof name === "string" ? { name } : name));

const ACCOUNT = 24;
const side = (name: string) => [
  { name: `${name}勘定科目`, most: ACCOUNT },
  { name: `${name}補助科目`, most: ACCOUNT },
  { name: `${name}部門`, most: ACCOUNT },
  `${name}税区分`,
  `${name}金額`,
  `${name}税金額`,
];

export const BILLING_COLUMNS: Readonly<Record<BillingFormat, readonly BillingColumn[]>> = {
  moneyforward: columns(
    "csv_type(変更不可)",
    "行形式",
    "取引先名称",
    "件名",
    "請求日",
    "お支払期限",
    "請求書番号",
    "売上計上日",
    "メモ",
    "タグ",
    "小計",
    "消費税",
    "合計金額",
    "取引先敬称",
    "取引先郵便番号",
    "取引先都道府県",
    "取引先住所1",
    "取引先住所2",
    "取引先部署",
    "取引先担当者役職",
    "取引先担当者氏名",
    "自社担当者氏名",
    "備考",
    "振込先",
    "入金ステータス",
    "メール送信ステータス",
    "郵送ステータス",
    "ダウンロードステータス",
    "納品日",
    "品名",
    "品目コード",
    "単価",
    "数量",
    "単位",
    "納品書番号",
    "詳細",
    "金額",
    "品目消費税率",
  ),
  yayoi: columns(
    "識別フラグ",
    "伝票No.",
    "決算",
    "取引日付",
    ...side("借方"),
    ...side("貸方"),
    { name: "摘要", most: 64 },
    "番号",
    "期日",
    "タイプ",
    "生成元",
    "仕訳メモ",
    "付箋1",
    "付箋2",
    "調整",
  ),
  freee: columns(
    "請求書番号",
    "取引先名",
    "件名",
    "請求日",
    "支払期日",
    "品名",
    "数量",
    "単位",
    "単価（税抜）",
    "税率",
    "金額（税抜）",
  ),
  misoca: columns(
    "請求書番号",
    "取引先名",
    "取引先敬称",
    "件名",
    "請求日",
    "お支払期限",
    "品目",
    "単価",
    "数量",
    "単位",
    "税率",
  ),
  csv: columns(
    "対象月",
    "明細書番号",
    "契約ID",
    "組織番号",
    "組織名",
    "取引先名",
    "請求日",
    "支払期限",
    "品名",
    "数量",
    "単位",
    "単価",
    "金額",
    "税率",
    "小計",
    "消費税",
    "合計",
  ),
};

/** 弥生 reads no heading. */
export const hasHeading = (format: BillingFormat): boolean => format !== "yayoi";

/** The encoding of a file: the usual one of its format, where none that it has is asked for. */
export function encodingOf(format: BillingFormat, asked?: BillingEncoding): BillingEncoding {
  const [usual, ...others] = ENCODINGS_OF[format];
  return others.find((one) => one === asked) ?? usual;
}
