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
import type { CheckedFile } from "../../../domain/imports/schemas.ts";
import { importErrorLabels } from "../../../domain/imports/sentences.ts";
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
import { ConvertedRows } from "./ConvertedRows.tsx";
import { OfferedReadings } from "./ImportReadings.tsx";
import { NameReadings, readingColumn } from "./NameReadings.tsx";
import type { ChosenReadings } from "./useChosenReadings.ts";

const text = fileImports.dryRun;

/** How many rows have a verdict. */
interface VerdictCount {
  verdict: string;
  label: string;
  count: number;
}

/** A row of a file of people or contracts. */
interface CheckedRow {
  rowNo: number;
  line: number | null;
  verdict: string;
  reason: string | null;
  cells: Readonly<Partial<Record<string, string>>> | null;
  nameToRead: string | null;
}

/** How the error rows become a file, which can be imported once it is corrected. */
export interface ErrorFile {
  title: string;
  /** The headings of the fields, in the order of the file. */
  headings: readonly (readonly [field: string, heading: string])[];
}

interface ImportDryRunProps<Row extends CheckedRow> {
  checked: CheckedFile & { rows: readonly Row[] };
  /** Says that nothing has changed yet. */
  lead: string;
  columns: readonly Column<Row & RaRecord>[];
  counts: readonly VerdictCount[];
  /** Shows the rows of this verdict first, and never all together: some have none of the counts. */
  first?: string | undefined;
  errors: ErrorFile;
  readings: {
    chosen: ChosenReadings;
    missing: (count: number) => string;
    /** The column beside which they are shown. */
    beside: string;
  };
  /** It was read just now, not found again. */
  isNew: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** What an import would do, before anything is changed. */
export function ImportDryRun<Row extends CheckedRow>(props: ImportDryRunProps<Row>) {
  const { checked, lead, errors, readings, isNew, disabled, onCancel, children } = props;
  const { ignoredColumns, converted, rows } = checked;
  const refused = rows.filter(({ verdict }) => verdict === "ERROR");
  return (
    <DryRunSection isNew={isNew} disabled={disabled} onCancel={onCancel}>
      <p>{lead}</p>
      {ignoredColumns.length > 0 ? <p className="note">{text.ignored(ignoredColumns)}</p> : null}
      <ConvertedRows converted={converted} />
      <NameReadings rows={rows} {...readings} />
      <RowsAtHand {...props} />
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
      {children}
    </DryRunSection>
  );
}

interface DryRunSectionProps
  extends Pick<ImportDryRunProps<CheckedRow>, "isNew" | "disabled" | "onCancel" | "children"> {
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

function saveErrors({ title, headings }: ErrorFile, rows: readonly CheckedRow[]): void {
  const { line, reason } = importErrorLabels;
  const head = [...headings.map(([, heading]) => heading), line, reason];
  const lines = rows.map((row) => [
    ...headings.map(([field]) => row.cells?.[field] ?? ""),
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

function RowsAtHand<Row extends CheckedRow>(props: ImportDryRunProps<Row>) {
  const { checked, counts, first, readings } = props;
  const { rows } = checked;
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
      <OfferedReadings<Row & RaRecord> wordOf={nameOf} ofNames chosen={readings.chosen}>
        <DryRunRows columns={columns} counts={counts} hasAll={first === undefined} />
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

interface AsWrittenProps {
  text: string | undefined;
  wrong?: boolean;
}

/** The beginning of what a cell states, which may be as long as a whole line; marked if it is wrong. */
export function AsWritten({ text: written = "", wrong = false }: AsWrittenProps) {
  if (!wrong) return written ? <span className={styles.asWritten}>{written}</span> : null;
  return (
    <mark className={`strong error ${styles.asWritten} ${styles.wrong}`}>
      <span className="visually-hidden">{text.wrong}</span>
      {written || text.missing}
    </mark>
  );
}

/** A value, and above it what it replaces. */
export function BeforeAndAfter({
  before,
  after,
}: {
  before: string | null;
  after: string;
}): ReactNode {
  if (before === null || before === after) return after;
  return (
    <span className={`grid ${styles.change}`}>
      {before === "" ? null : (
        <del className="note">
          <span className="visually-hidden">{fileImports.before}</span>
          {before}
        </del>
      )}
      <ins>
        <span className="visually-hidden">{fileImports.after}</span>
        {after}
      </ins>
    </span>
  );
}
