import {
  asDay,
  asNumber,
  asTime,
  counted,
  type Field,
  fieldsWith,
  named,
  propertiesOf,
} from "../fields.ts";
import { formatMinutes } from "../text/dates.ts";

/** Labels that the screens and the CSV files of contracts share. */

export const contractStatusLabels = {
  ACTIVE: "契約中",
  EXPIRING: "期限間近",
  UPCOMING: "契約前",
  EXPIRED: "契約終了",
  TERMINATED: "解約",
} as const;

export const usageStateLabels = {
  NORMAL: "通常",
  WARNING: "上限接近",
  REACHED: "上限到達",
  EXCEEDED: "上限超過",
} as const;

export const unlimitedLabel = "無制限";

/** The name of the file, without the day. */
export const contractFileName = "契約一覧";

interface ContractField extends Field {
  /** What ends edits of it (docs/product/contracts.md#edits). */
  editableUntil?: "USED" | "EXPIRED" | "TERMINATED" | "NEVER";
  /** What a new contract has that does not state it. Fields without it are required. */
  blank?: "" | null;
  /** The contract that follows has the same. */
  renewed?: true;
  /** What a file of contracts has it for: to know the contract, to be compared, or to be written. */
  imported?: "KEY" | "COMPARED" | "WRITTEN";
  /** Other headings in such files. */
  otherNames?: readonly string[];
  /** In the row of the template. */
  example?: string;
}

const minutes = asNumber(formatMinutes);

/** The fields of a contract, in the order of its CSV file and of the columns of an import. */
export const contractFields = {
  contractId: { label: "契約ID", csv: true },
  organizationNo: { label: "組織番号", csv: true, imported: "KEY", example: "10000001" },
  organizationName: {
    label: "組織名",
    csv: true,
    imported: "COMPARED",
    example: "株式会社サンプル",
  },
  organizationNameKana: { label: "組織名（フリガナ）", csv: true, blank: null },
  status: { label: "ステータス", words: named(contractStatusLabels), csv: true },
  startDate: {
    label: "契約開始日",
    words: asDay,
    csv: true,
    editableUntil: "USED",
    imported: "KEY",
    otherNames: ["開始日"],
    example: "2026/04/01",
  },
  endDate: {
    label: "契約終了日",
    words: asDay,
    csv: true,
    editableUntil: "TERMINATED",
    imported: "WRITTEN",
    otherNames: ["終了日"],
    example: "2027/03/31",
  },
  usageState: { label: "利用状況", words: named(usageStateLabels), csv: true },
  usedTranscriptCount: { label: "利用件数", words: counted("件"), csv: true },
  maxTranscriptCount: {
    label: "文字起こし上限件数",
    words: counted("件"),
    ofNull: unlimitedLabel,
    csv: true,
    editableUntil: "EXPIRED",
    renewed: true,
    imported: "WRITTEN",
    otherNames: ["上限件数"],
    example: "1000",
  },
  usedTranscriptMinutes: { label: "利用時間", words: minutes, csv: "利用時間（分）" },
  maxTranscriptMinutes: {
    label: "文字起こし上限時間（分）",
    words: minutes,
    ofNull: unlimitedLabel,
    csv: true,
    logged: { label: "文字起こし上限時間", words: counted("分") },
    editableUntil: "EXPIRED",
    renewed: true,
    imported: "WRITTEN",
    otherNames: ["文字起こし上限時間", "上限時間"],
    example: unlimitedLabel,
  },
  adminName: {
    label: "管理者名",
    csv: true,
    editableUntil: "EXPIRED",
    renewed: true,
    imported: "WRITTEN",
    otherNames: ["管理者"],
    example: "山田 太郎",
  },
  adminNameKana: {
    label: "管理者名（フリガナ）",
    csv: true,
    editableUntil: "EXPIRED",
    blank: null,
    renewed: true,
    imported: "WRITTEN",
    example: "ヤマダ タロウ",
  },
  adminEmail: {
    label: "管理者メールアドレス",
    csv: true,
    editableUntil: "EXPIRED",
    renewed: true,
    imported: "WRITTEN",
    otherNames: ["管理者メール", "メールアドレス"],
    example: "yamada@example.com",
  },
  terminationDate: { label: "解約日", words: asDay, fact: true, csv: true },
  terminationReason: { label: "解約理由", fact: true, csv: true, internal: true },
  memo: {
    label: "メモ",
    csv: true,
    internal: true,
    editableUntil: "NEVER",
    blank: "",
    imported: "WRITTEN",
    otherNames: ["備考"],
    example: "",
  },
  createdAt: { label: "登録日時", words: asTime, csv: true },
  updatedAt: { label: "更新日時", words: asTime, csv: true },
} as const satisfies Readonly<Record<string, ContractField>>;

export const contractLabels = propertiesOf(contractFields, "label");

/** The fields that an edit of a contract may change. The organization's name is edited at the organization. */
export const EDITABLE_FIELDS = fieldsWith(contractFields, "editableUntil");
export type EditableField = (typeof EDITABLE_FIELDS)[number];

export const ENTERED_FIELDS = [
  "organizationName",
  "organizationNameKana",
  ...EDITABLE_FIELDS,
] as const;
export type EnteredField = (typeof ENTERED_FIELDS)[number];

/** The fields that a new contract need not state, and what it has then. */
export const BLANK_FIELDS = fieldsWith(contractFields, "blank");
export const blankFields = propertiesOf(contractFields, "blank");

/** The fields that the contract that follows has from the one before. */
export const RENEWED_FIELDS = fieldsWith(contractFields, "renewed");
