import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { type ReactNode, useMemo } from "react";
import {
  ListContextProvider,
  type RaRecord,
  ResourceContextProvider,
  useList,
  useListContext,
} from "react-admin";
import { checkedWith, chosenOf } from "../../../domain/imports/rows.ts";
import { importErrorLabels } from "../../../domain/imports/rules.ts";
import type { CheckedFile } from "../../../domain/imports/schemas.ts";
import { tokyoDate } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { csvFile } from "../csv/csvFile.ts";
import { saveFile } from "../csv/DownloadProgress.tsx";
import { Section } from "../display/Section.tsx";
import { Segments } from "../form/Segments.tsx";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { ListFoot } from "../list/Pager.tsx";
import styles from "../upload/fileImport.module.css";
import type { SheetColumn } from "./ImportFile.tsx";
import type { ImportSteps } from "./ImportPage.tsx";
import {
  type ChosenReadings,
  NameReadings,
  OfferedReadings,
  readingColumn,
  useChosenReadings,
} from "./ImportReadings.tsx";
import { type VerdictCount, verdictCounts } from "./rowColumns.tsx";

const text = fileImports.dryRun;

/** A row of a file of people or contracts. */
interface CheckedRow {
  rowNo: number;
  line: number | null;
  verdict: string;
  reason: string | null;
  cells: Readonly<Partial<Record<string, string>>> | null;
  nameToRead: string | null;
}

/** What a check of such a file says. */
type CheckOf<Row> = CheckedFile & {
  rows: readonly Row[];
  counts: { update: number; unchanged: number };
};

/** How the error rows become a file, which can be imported once it is corrected. */
interface ErrorFile {
  title: string;
  columns: readonly SheetColumn[];
}

/** What the request of an import says of the check that was confirmed. */
export interface Confirmed {
  file: File;
  digest: string;
  readings?: string;
}

interface ImportDryRunProps<Row extends CheckedRow, Check extends CheckOf<Row>> {
  checked: { file: File; check: Check & { rows: readonly Row[] } };
  steps: Pick<ImportSteps<never>, "isNew" | "committing" | "clear">;
  /** Says that nothing has changed yet. */
  lead: string;
  columns: readonly Column<Row & RaRecord>[];
  /** The verdicts that it counts. */
  verdicts: Parameters<typeof verdictCounts>[0];
  /** Shows the rows of this verdict first, and never all together: some have none of the counts. */
  first?: string | undefined;
  errors: ErrorFile;
  readings: {
    missing: (count: number) => string;
    /** The column beside which they are shown. */
    beside: string;
    /** A row with the reading that was chosen for it. */
    read: (row: Row, reading: string) => Row;
  };
  /** Carries the import out. */
  children: (check: Check, confirmed: Confirmed) => ReactNode;
}

/** What an import would do, with the readings that are chosen for its names, before anything is changed. */
export function ImportDryRun<Row extends CheckedRow, Check extends CheckOf<Row>>(
  props: ImportDryRunProps<Row, Check>,
) {
  const { checked, steps, lead, errors, readings, children } = props;
  const { file } = checked;
  const chosen = useChosenReadings();
  const check = checkedWith<Row, Check>(checked.check, chosen.readings, readings.read);
  const { digest, ignoredColumns, converted, rows } = check;
  const accepted = chosenOf(rows, chosen.readings);
  const refused = rows.filter(({ verdict }) => verdict === "ERROR");
  return (
    <DryRunSection isNew={steps.isNew} disabled={steps.committing} onCancel={steps.clear}>
      <p>{lead}</p>
      {ignoredColumns.length > 0 ? <p className="note">{text.ignored(ignoredColumns)}</p> : null}
      <ConvertedRows converted={converted} />
      <NameReadings rows={rows} chosen={chosen} missing={readings.missing} />
      <RowsAtHand {...props} check={check} chosen={chosen} />
      {refused.length > 0 ? (
        <div>
          <Button
            variant="outlined"
            color="secondary"
            startIcon={<DownloadIcon />}
            onClick={() => saveErrors(errors, refused)}
          >
            {text.errors}
          </Button>
        </div>
      ) : null}
      {children(check, {
        ...{ file, digest },
        ...(accepted.length > 0 ? { readings: JSON.stringify(accepted) } : {}),
      })}
    </DryRunSection>
  );
}

/** What a spreadsheet seems to have changed in a file, with the first rows. */
export function ConvertedRows({ converted: { total, lines } }: Pick<CheckedFile, "converted">) {
  if (total === 0) return null;
  return (
    <div className="boxed toned strong" data-tone="warning">
      <p>{fileImports.converted.count(total)}</p>
      <p>{fileImports.converted.lines(lines, total)}</p>
    </div>
  );
}

interface DryRunSectionProps {
  /** It was read just now, not found again. */
  isNew: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
  /** Further buttons beside the title. */
  actions?: ReactNode;
}

/** The frame of a dry run, which can be given up. */
export function DryRunSection(props: DryRunSectionProps) {
  const { isNew, disabled, onCancel, actions, children } = props;
  return (
    <Section
      title={text.section}
      takesFocus={isNew}
      actions={
        <>
          {actions}
          <Button variant="outlined" color="secondary" disabled={disabled} onClick={onCancel}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <div className="stack gap-16">{children}</div>
    </Section>
  );
}

function saveErrors({ title, columns }: ErrorFile, rows: readonly CheckedRow[]): void {
  const { line, reason } = importErrorLabels;
  const head = [...columns.map(({ heading }) => heading), line, reason];
  const lines = rows.map((row) => [
    ...columns.map(({ field }) => row.cells?.[field] ?? ""),
    String(row.line ?? ""),
    row.reason ?? "",
  ]);
  const name = `${title}_${tokyoDate(new Date()).replaceAll("-", "")}.csv`;
  saveFile(csvFile([head, ...lines], name), name);
}

const NO_FILTER = {};
const ERRORS_FIRST = { field: "place", order: "ASC" } as const;

/** The place of a row: those with errors first, each in the order of the file. */
const placeOf = ({ verdict, rowNo }: CheckedRow) => (verdict === "ERROR" ? -1 / rowNo : rowNo);

interface RowsAtHandProps<Row extends CheckedRow, Check extends CheckOf<Row>>
  extends Pick<ImportDryRunProps<Row, Check>, "columns" | "verdicts" | "first" | "readings"> {
  check: Check & { rows: readonly Row[] };
  chosen: ChosenReadings;
}

function RowsAtHand<Row extends CheckedRow, Check extends CheckOf<Row>>(
  props: RowsAtHandProps<Row, Check>,
) {
  const { check, verdicts, first, readings, chosen } = props;
  const { rows, counts } = check;
  const data = useMemo(
    () => rows.map((row) => ({ id: row.rowNo, place: placeOf(row), ...row })),
    [rows],
  );
  const lacksReadings = rows.some(({ nameToRead }) => nameToRead !== null);
  const columns = useMemo(
    () => (lacksReadings ? withReadings(props.columns, readings.beside) : props.columns),
    [lacksReadings, props.columns, readings.beside],
  );
  const filter = first ? { verdict: first } : NO_FILTER;
  const list = useList<Row & RaRecord>({
    data,
    perPage: ROWS_PER_PAGE,
    filter,
    sort: ERRORS_FIRST,
  });
  // At first it has all rows, until it has cut its page.
  const page = list.data ? { ...list, data: list.data.slice(0, list.perPage) } : list;
  return (
    <ListContextProvider value={page}>
      <OfferedReadings<Row & RaRecord> wordOf={nameOf} ofNames chosen={chosen}>
        <DryRunRows
          columns={columns}
          counts={verdictCounts(verdicts, counts)}
          hasAll={first === undefined}
        />
      </OfferedReadings>
    </ListContextProvider>
  );
}

const nameOf = ({ nameToRead }: CheckedRow) => nameToRead;

function withReadings<Row extends CheckedRow>(
  columns: readonly Column<Row & RaRecord>[],
  beside: string,
): readonly Column<Row & RaRecord>[] {
  return columns.flatMap((column) =>
    column.source === beside ? [column, readingColumn] : [column],
  );
}

interface DryRunRowsProps<Row extends RaRecord> {
  columns: readonly Column<Row>[];
  counts: readonly VerdictCount[];
  hasAll: boolean;
}

/** The rows of the list around it, by verdict. */
export function DryRunRows<Row extends RaRecord>(props: DryRunRowsProps<Row>) {
  const { columns, counts, hasAll } = props;
  return (
    <ResourceContextProvider value="imports">
      <div className={`stack gap-12 ${styles.rows}`}>
        <VerdictFilter counts={counts} hasAll={hasAll} />
        <div>
          <DataTable<Row> columns={columns} rowLink={false} empty={importPages.empty} />
          <ListFoot />
        </div>
      </div>
    </ResourceContextProvider>
  );
}

/** The counts, each of which shows its rows. */
function VerdictFilter({ counts, hasAll }: { counts: readonly VerdictCount[]; hasAll: boolean }) {
  const { filterValues, setFilters } = useListContext();
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Segments<string>
      legend={text.filter}
      quiet
      value={filterValues.verdict ?? ""}
      options={[
        ...(hasAll ? [{ value: "", label: text.all(all) }] : []),
        ...counts.map(({ verdict, label, count }) => ({
          value: verdict,
          label: `${label} ${formatNumber(count)}`,
        })),
      ]}
      onChange={(verdict) => setFilters(verdict ? { verdict } : {}, undefined, false)}
    />
  );
}
