import {
  CONTRACT_FIELDS,
  type ContractField,
  NEEDED_FIELDS,
} from "../../../domain/contractImports/rules.ts";
import {
  contractFields,
  contractLabels,
  unlimitedLabel,
} from "../../../domain/contracts/fields.ts";
import { propertiesOf } from "../../../domain/fields.ts";
import { MOST_ROWS, REVERT_DAYS } from "../../../domain/imports/rules.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";

const headings = (fields: readonly ContractField[], between: string) =>
  fields.map((field) => contractLabels[field]).join(between);

const count = (contracts: number) => `${formatNumber(contracts)}件`;

/** Of the import of contracts. Only code that loads late shows them. */
export const contractImports = {
  title: "契約の取り込み",
  list: "契約一覧",
  file: {
    limits: `CSV・5MB・${count(MOST_ROWS)}まで取り込めます。文字コードは自動で判別します。`,
    columns: `1行目には見出し（${headings(CONTRACT_FIELDS, "、")}）を入れてください。必須の列は${headings(NEEDED_FIELDS, "と")}です。一覧からダウンロードしたCSVもそのまま取り込めます。`,
    key: `${headings(NEEDED_FIELDS, "と")}が同じ契約は更新し、ない契約は追加します。ファイルにない契約は変更しません。`,
    blanks: `空欄や列がない項目は、登録済みの契約では変更しません。上限をなくすには「${unlimitedLabel}」と入力してください。組織と解約は取り込めません。`,
    templateName: "契約の取り込み.csv",
    example: propertiesOf(contractFields, "example"),
  },
  untouched: (file: string) => `${file}の内容です。契約はまだ変更されていません。`,
  verdicts: { NEW: "追加", UPDATE: "更新", UNCHANGED: "変更なし", ERROR: "エラー" },
  commit: {
    effect: (added: number, updated: number) =>
      added + updated === 0
        ? "追加・更新する契約はありません。"
        : `${[
            added > 0 ? `${count(added)}の契約を追加` : "",
            updated > 0 ? `${count(updated)}の契約を更新` : "",
          ]
            .filter((part) => part !== "")
            .join("し、")}します。`,
    running: "契約を取り込んでいます...",
  },
  result: {
    added: "追加",
    updated: "更新",
    unchanged: "変更なし",
    skipped: "取り込まなかった行",
    removed: "追加した契約の削除",
    restored: "元の内容に復元",
  },
  revert: {
    effects: `追加した契約は削除され、更新した契約は取り込み前の内容に戻ります。取り消せるのは、取り込みから${REVERT_DAYS}日以内で、取り込んだ契約がその後変更も利用もされていない場合です。`,
    storedList: "取り消しを妨げている契約",
    reasons: {
      CHANGED: "取り込み後に変更",
      USED: "利用実績あり",
      CLOSED: "契約終了または解約",
      OVERLAPS: "他の契約と期間が重複",
      EMAIL_TAKEN: "管理者メールアドレスが他で使用中",
    },
  },
} as const;
