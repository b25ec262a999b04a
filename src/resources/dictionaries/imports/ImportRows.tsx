import { ListBase, ResourceContextProvider, useListContext, useTranslate } from "react-admin";
import { IMPORT_VERDICTS, type ImportVerdict } from "../../../../domain/importRules.ts";
import type { DictionaryImport, ImportCounts } from "../../../../domain/imports.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { Segments } from "../../../components/form/Segments.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { ROWS_PER_PAGE } from "../../../providers/listSorts.ts";
import styles from "./imports.module.css";
import { type RowRecord, rowColumns } from "./rowColumns.tsx";

const IN_ORDER = { field: "rowNo", order: "ASC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** What the import would do, row by row. */
export function ImportRows({ dryRun }: { dryRun: DictionaryImport }) {
  const { dictionaryId, importId, counts } = dryRun;
  return (
    <ListBase
      resource={`dictionaries/${dictionaryId}/imports/${importId}/rows`}
      sort={IN_ORDER}
      perPage={ROWS_PER_PAGE}
      queryOptions={QUIET}
      disableAuthentication
      disableSyncWithLocation
    >
      <ResourceContextProvider value="imports">
        <div className={styles.rows}>
          <VerdictFilter counts={counts} />
          <div>
            <DataTable<RowRecord> columns={rowColumns} rowLink={false} />
            <ListFoot />
          </div>
        </div>
      </ResourceContextProvider>
    </ListBase>
  );
}

const COUNTED = {
  NEW: "new",
  UPDATE: "update",
  UNCHANGED: "unchanged",
  DUPLICATE: "duplicate",
  ERROR: "error",
} as const satisfies Record<ImportVerdict, keyof ImportCounts>;

/** The counts of the rows, each of which shows its rows. */
function VerdictFilter({ counts }: { counts: ImportCounts }) {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const text = (key: string, values?: object) => translate(`resources.imports.rows.${key}`, values);
  const all = IMPORT_VERDICTS.reduce((sum, verdict) => sum + counts[COUNTED[verdict]], 0);
  return (
    <Segments<ImportVerdict | "">
      legend={text("filter")}
      quiet
      value={filterValues.verdict ?? ""}
      options={[
        { value: "", label: text("all", { count: formatNumber(all) }) },
        ...IMPORT_VERDICTS.map((verdict) => ({
          value: verdict,
          label: text("some", {
            verdict: translate(`resources.imports.verdicts.${verdict}`),
            count: formatNumber(counts[COUNTED[verdict]]),
          }),
        })),
      ]}
      onChange={(verdict) => setFilters(verdict ? { verdict } : {}, undefined, false)}
    />
  );
}
