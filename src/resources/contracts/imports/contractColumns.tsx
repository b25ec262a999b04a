import type { RaRecord } from "react-admin";
import { type ContractField, IMPORTED_FIELDS } from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportRow,
  ContractImportSummary,
  ImportedContract,
} from "../../../../domain/contractImports/schemas.ts";
import {
  blankFields,
  contractFields,
  contractLabels,
  unlimitedLabel,
} from "../../../../domain/contracts/fields.ts";
import { changedFields, fieldWords } from "../../../../domain/fields.ts";
import { formatDate, formatMinutes, isCalendarDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { countsText } from "../../../components/imports/ImportOutcome.tsx";
import {
  BeforeAndAfter,
  lineColumn,
  Value,
  valueColumn,
  verdictColumn,
} from "../../../components/imports/rowColumns.tsx";
import type { Column } from "../../../components/list/column.ts";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";

type ContractRow = ContractImportRow & RaRecord;

/** 追加 12件・更新 3件: what an import did; of one that was undone what undoing did. */
export function contractResult({ result, undone }: ContractImportSummary): string {
  return countsText(contractImports.result, undone ?? result);
}

/** A cell of an error row, with a date as the other rows have it. */
function words(field: ContractField, cell: string): string {
  const said = isCalendarDate(cell) ? formatDate(cell) : cell;
  return field === "endDate" && said !== "" ? `〜${said}` : said;
}

const cap = (value: number | null, format: (value: number) => string) =>
  value === null ? unlimitedLabel : format(value);
const withKana = (name: string, kana: string | null) => (kana ? `${name}（${kana}）` : name);

const WITH_COLUMN: readonly string[] = [
  "endDate",
  "maxTranscriptCount",
  "maxTranscriptMinutes",
  "adminName",
  "adminNameKana",
  "adminEmail",
] satisfies (keyof ImportedContract)[];
const OTHERS = IMPORTED_FIELDS.filter((field) => !WITH_COLUMN.includes(field));

/** What a row changes of fields that have no column. */
function otherChanges(before: ImportedContract | null, after: ImportedContract) {
  const said = (contract: ImportedContract, field: (typeof OTHERS)[number]) =>
    fieldWords(contractFields[field], contract[field]) ?? "";
  const changed = changedFields(before ?? blankFields, after, OTHERS);
  return OTHERS.filter((field) => field in changed).map((field) => ({
    field,
    before: before && said(before, field),
    after: said(after, field),
  }));
}

const contractColumn = (
  column: Parameters<typeof valueColumn<ImportedContract, ContractField>>[0],
) => valueColumn({ ...column, words });

export const contractColumns: readonly Column<ContractRow>[] = [
  lineColumn(64),
  verdictColumn(104, contractImports.verdicts),
  // Why a row is an error must be in view without a scroll to the side.
  {
    source: "reason",
    label: importPages.rows.reason,
    width: 260,
    render: ({ reason, before, after }) => {
      const others = after ? otherChanges(before, after) : [];
      if (reason !== null || others.length === 0) return reason;
      return others.map(({ field, ...change }) => (
        <div key={field}>
          <span className="note block">{contractLabels[field]}</span>
          <BeforeAndAfter {...change} />
        </div>
      ));
    },
  },
  contractColumn({
    source: "organizationName",
    label: contracts.fields.organizationName,
    names: true,
    value: ({ organizationName }) => organizationName,
    fields: ["organizationNo", "organizationName"],
  }),
  contractColumn({
    source: "period",
    label: contracts.fields.period,
    width: 112,
    value: ({ startDate, endDate }) => `${formatDate(startDate)}〜${formatDate(endDate)}`,
    fields: ["startDate", "endDate"],
  }),
  contractColumn({
    source: "maxTranscriptCount",
    label: contracts.fields.maxTranscriptCount,
    width: 142,
    align: "end",
    value: ({ maxTranscriptCount }) =>
      cap(maxTranscriptCount, (value) => `${formatNumber(value)}件`),
    fields: ["maxTranscriptCount"],
  }),
  contractColumn({
    source: "maxTranscriptMinutes",
    label: contracts.fields.maxTranscriptTime,
    width: 142,
    align: "end",
    value: ({ maxTranscriptMinutes }) => cap(maxTranscriptMinutes, formatMinutes),
    fields: ["maxTranscriptMinutes"],
  }),
  {
    source: "adminName",
    label: contracts.fields.adminName,
    width: 200,
    render: (row) => (
      <div>
        <Value
          row={row}
          value={({ adminName, adminNameKana }) => withKana(adminName, adminNameKana)}
          fields={["adminName", "adminNameKana"]}
          words={words}
        />
        <span className="note block">
          <Value
            row={row}
            value={({ adminEmail }) => adminEmail}
            fields={["adminEmail"]}
            words={words}
          />
        </span>
      </div>
    ),
  },
];
