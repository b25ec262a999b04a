import type { RaRecord } from "react-admin";
import {
  type ContractField,
  type ContractImportVerdict,
  IMPORTED_FIELDS,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportRow,
  ImportedContract,
} from "../../../../domain/contractImports/schemas.ts";
import {
  blankFields,
  contractFields,
  contractLabels,
} from "../../../../domain/contracts/fields.ts";
import { unlimitedLabel } from "../../../../domain/contracts/labels.ts";
import { changedFields, fieldWords } from "../../../../domain/fields.ts";
import { formatDate, formatMinutes, isCalendarDate } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { AsWritten, BeforeAndAfter } from "../../../components/imports/ImportDryRun.tsx";
import type { Column } from "../../../components/list/column.ts";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";

type ContractRow = ContractImportRow & RaRecord;

const TONES: Readonly<Record<ContractImportVerdict, Tone>> = {
  NEW: "success",
  UPDATE: "info",
  UNCHANGED: "neutral",
  ERROR: "error",
};

interface ValueColumn extends Pick<Column<ContractRow>, "width" | "names" | "align" | "source"> {
  label: string;
  value: (contract: ImportedContract) => string;
  /** What it shows of an error row. */
  fields: readonly ContractField[];
}

/** A value, and above it what it replaces; of an error row what stands in the file. */
function valueColumn({ value, fields, ...column }: ValueColumn): Column<ContractRow> {
  return { ...column, render: (row) => <Value row={row} value={value} fields={fields} /> };
}

interface ValueProps extends Pick<ValueColumn, "value" | "fields"> {
  row: ContractRow;
}

function Value({ row: { before, after, cells, wrong }, value, fields }: ValueProps) {
  if (after) return <BeforeAndAfter before={before && value(before)} after={value(after)} />;
  return fields.map((field) => (
    <AsWritten
      key={field}
      text={writtenText(field, cells?.[field])}
      wrong={wrong.includes(field)}
    />
  ));
}

function writtenText(field: ContractField, cell: string | undefined) {
  const text = cell && isCalendarDate(cell) ? formatDate(cell) : cell;
  return field === "endDate" && text ? `〜${text}` : text;
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
  const words = (contract: ImportedContract, field: (typeof OTHERS)[number]) =>
    fieldWords(contractFields[field], contract[field]) ?? "";
  const changed = changedFields(before ?? blankFields, after, OTHERS);
  return OTHERS.filter((field) => field in changed).map((field) => ({
    field,
    before: before && words(before, field),
    after: words(after, field),
  }));
}

export const contractColumns: readonly Column<ContractRow>[] = [
  {
    source: "line",
    label: importPages.rows.line,
    width: 64,
    align: "end",
    render: ({ line }) => formatNumber(line),
  },
  {
    source: "verdict",
    label: importPages.rows.verdict,
    width: 104,
    render: ({ verdict }) => (
      <StatusChip tone={TONES[verdict]} label={contractImports.verdicts[verdict]} />
    ),
  },
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
  valueColumn({
    source: "organizationName",
    label: contracts.fields.organizationName,
    names: true,
    value: ({ organizationName }) => organizationName,
    fields: ["organizationNo", "organizationName"],
  }),
  valueColumn({
    source: "period",
    label: contracts.fields.period,
    width: 112,
    value: ({ startDate, endDate }) => `${formatDate(startDate)}〜${formatDate(endDate)}`,
    fields: ["startDate", "endDate"],
  }),
  valueColumn({
    source: "maxTranscriptCount",
    label: contracts.fields.maxTranscriptCount,
    width: 142,
    align: "end",
    value: ({ maxTranscriptCount }) =>
      cap(maxTranscriptCount, (value) => `${formatNumber(value)}件`),
    fields: ["maxTranscriptCount"],
  }),
  valueColumn({
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
        />
        <span className="note block">
          <Value row={row} value={({ adminEmail }) => adminEmail} fields={["adminEmail"]} />
        </span>
      </div>
    ),
  },
];
