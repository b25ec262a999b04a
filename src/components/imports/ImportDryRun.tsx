import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { ListBase, type RaRecord, ResourceContextProvider, useListContext } from "react-admin";
import type { ConvertedRows as Converted } from "../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import type { FileKey } from "../../providers/data/api.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { CsvDownload } from "../csv/CsvDownload.tsx";
import { Section } from "../display/Section.tsx";
import { Segments } from "../form/Segments.tsx";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { ListFoot } from "../list/ListFoot.tsx";
import styles from "../upload/fileImport.module.css";
import { ConvertedRows } from "./ConvertedRows.tsx";

const text = fileImports.dryRun;
const NO_CONDITIONS = { filter: {} };

/** How many rows have a verdict. */
interface VerdictCount {
  verdict: string;
  label: string;
  count: number;
}

interface ImportDryRunProps<Row extends RaRecord> {
  /** The resource of the imports. */
  resource: string;
  id: number;
  digest: string;
  /** Says that nothing has changed yet. */
  lead: string;
  ignoredColumns: readonly string[];
  converted: Converted;
  columns: readonly Column<Row>[];
  counts: readonly VerdictCount[];
  /** Shows the rows of this verdict first, and never all together: some have none of the counts. */
  first?: string | undefined;
  errors: { endpoint: FileKey; count: number };
  /** It was read just now, not found again by a reload. */
  isNew: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

/** What an import would do, before anything is changed. */
export function ImportDryRun<Row extends RaRecord>(props: ImportDryRunProps<Row>) {
  const { id, lead, ignoredColumns, converted, errors, isNew, disabled, onCancel, children } =
    props;
  return (
    <Section
      title={text.section}
      takesFocus={isNew}
      actions={
        <Button variant="outlined" color="secondary" disabled={disabled} onClick={onCancel}>
          {text.cancel}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>{lead}</p>
        {ignoredColumns.length > 0 ? (
          <p className={styles.note}>{text.ignored(ignoredColumns)}</p>
        ) : null}
        <ConvertedRows converted={converted} />
        <ImportRows {...props} />
        {errors.count > 0 ? (
          <div>
            <CsvDownload
              label={importPages.dryRun.errors}
              endpoint={errors.endpoint}
              id={id}
              shown={NO_CONDITIONS}
              total={errors.count}
            />
          </div>
        ) : null}
        {children}
      </div>
    </Section>
  );
}

const IN_ORDER = { field: "rowNo", order: "ASC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

function ImportRows<Row extends RaRecord>({
  resource,
  id,
  digest,
  columns,
  counts,
  first,
}: ImportDryRunProps<Row>) {
  return (
    <ListBase
      // A change of others gives the same import another digest, and other rows.
      key={digest}
      resource={`${resource}/${id}/rows`}
      sort={IN_ORDER}
      perPage={ROWS_PER_PAGE}
      filterDefaultValues={first === undefined ? {} : { verdict: first }}
      queryOptions={QUIET}
      disableAuthentication
      disableSyncWithLocation
    >
      <ResourceContextProvider value="imports">
        <div className={styles.rows}>
          <VerdictFilter counts={counts} hasAll={first === undefined} />
          <div>
            <DataTable<Row> columns={columns} rowLink={false} empty={importPages.empty} />
            <ListFoot />
          </div>
        </div>
      </ResourceContextProvider>
    </ListBase>
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
    <span className={styles.change}>
      {before === "" ? null : (
        <del>
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
