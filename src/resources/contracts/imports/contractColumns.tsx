import type { RaRecord } from "react-admin";
import type {
  ContractField,
  ContractImportVerdict,
} from "../../../../domain/contractImports/rules.ts";
import type {
  ContractImportRow,
  ImportedContract,
} from "../../../../domain/contractImports/schemas.ts";
import { unlimitedLabel } from "../../../../domain/contracts/labels.ts";
import { formatDate, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { StatusChip, type Tone } from "../../../components/display/StatusChip.tsx";
import { BeforeAndAfter } from "../../../components/imports/ImportDryRun.tsx";
import type { Column } from "../../../components/list/column.ts";
import styles from "../../../components/upload/fileImport.module.css";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import type { TextKey } from "../../../i18n/translate.ts";

type ContractRow = ContractImportRow & RaRecord;

const TONES: Readonly<Record<ContractImportVerdict, Tone>> = {
  NEW: "success",
  UPDATE: "info",
  UNCHANGED: "neutral",
  ERROR: "error",
};

interface ValueColumn extends Pick<Column<ContractRow>, "width" | "names" | "align" | "long"> {
  source: ContractField;
  label: TextKey;
  value: (contract: ImportedContract) => string;
}

/** A value, and above it what it replaces; of an error row what stands in the file. */
function valueColumn({ source, label, value, ...shape }: ValueColumn): Column<ContractRow> {
  return {
    source,
    label,
    ...shape,
    render: ({ before, after, cells }) => {
      if (after) return <BeforeAndAfter before={before && value(before)} after={value(after)} />;
      const cell = cells?.[source];
      return cell ? <span className={styles.asWritten}>{cell}</span> : null;
    },
  };
}

const cap = (value: number | null, format: (value: number) => string) =>
  value === null ? unlimitedLabel : format(value);

export const contractColumns: readonly Column<ContractRow>[] = [
  {
    source: "line",
    label: "resources.imports.rows.line",
    width: 64,
    align: "end",
    render: ({ line }) => formatNumber(line),
  },
  {
    source: "verdict",
    label: "resources.imports.rows.verdict",
    width: 100,
    render: ({ verdict }) => (
      <StatusChip tone={TONES[verdict]} label={contractImports.verdicts[verdict]} />
    ),
  },
  {
    ...valueColumn({
      source: "organizationNo",
      label: "resources.contracts.fields.organizationName",
      names: true,
      value: ({ organizationName }) => organizationName,
    }),
    below: ({ cells }) => cells?.organizationName ?? null,
  },
  valueColumn({
    source: "startDate",
    label: "resources.contracts.fields.startDate",
    width: 104,
    value: ({ startDate }) => formatDate(startDate),
  }),
  valueColumn({
    source: "endDate",
    label: "resources.contracts.fields.endDate",
    width: 104,
    value: ({ endDate }) => formatDate(endDate),
  }),
  valueColumn({
    source: "maxTranscriptCount",
    label: "resources.contracts.fields.maxTranscriptCount",
    width: 100,
    align: "end",
    value: ({ maxTranscriptCount }) =>
      cap(maxTranscriptCount, (value) => `${formatNumber(value)}件`),
  }),
  valueColumn({
    source: "maxTranscriptMinutes",
    label: "resources.contracts.fields.maxTranscriptTime",
    width: 100,
    align: "end",
    value: ({ maxTranscriptMinutes }) => cap(maxTranscriptMinutes, formatMinutes),
  }),
  {
    ...valueColumn({
      source: "adminName",
      label: "resources.contracts.fields.adminName",
      width: 120,
      value: ({ adminName }) => adminName,
    }),
    below: ({ after, cells }) => (after ?? cells)?.adminNameKana ?? null,
  },
  valueColumn({
    source: "adminEmail",
    label: "resources.contracts.fields.adminEmail",
    width: 190,
    value: ({ adminEmail }) => adminEmail,
  }),
  valueColumn({
    source: "memo",
    label: "resources.contracts.fields.memo",
    width: 120,
    value: ({ memo }) => memo,
  }),
  { source: "reason", label: "resources.imports.rows.reason" },
];
