import Button from "@mui/material/Button";
import { type ReactNode, Suspense, useState } from "react";
import { ListBase, ResourceContextProvider, useListContext } from "react-admin";
import { IMPORT_VERDICTS, type ImportVerdict } from "../../../../domain/imports/rules.ts";
import type { DictionaryImport, ImportCounts } from "../../../../domain/imports/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { CsvDownload } from "../../../components/csv/CsvDownload.tsx";
import { Section } from "../../../components/display/Section.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { ConvertedRows } from "../../../components/imports/ConvertedRows.tsx";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import styles from "../../../components/upload/fileImport.module.css";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import { type RowRecord, rowColumns } from "./rowColumns.tsx";

interface DryRunProps {
  dryRun: DictionaryImport;
  /** It was read just now, not found again by a reload. */
  isNew: boolean;
  /** The file is still here and can be read in another way. */
  hasFile: boolean;
  disabled: boolean;
  onCancel: () => void;
  children: ReactNode;
}

const ChangePreview = lazyDialog(
  async () => (await import("../preview/ChangePreview.tsx")).ChangePreview,
);

const NO_CONDITIONS = { filter: {} };

/** What an import would do, before anything is written. */
export function DryRun({ dryRun, isNew, hasFile, disabled, onCancel, children }: DryRunProps) {
  const { dictionaryId, importId, fileName, format, encoding, warning, ignoredColumns } = dryRun;
  const text = importPages.dryRun;
  const [trying, setTrying] = useState(false);
  return (
    <Section
      title={importPages.dryRun.section}
      takesFocus={isNew}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={() => setTrying(true)}>
            {previewPage.change.try}
          </Button>
          <Button variant="outlined" color="secondary" disabled={disabled} onClick={onCancel}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {text.facts(fileName, dictionaries.formats[format], dictionaries.encodings[encoding])}
        </p>
        <p className={styles.note}>
          {text.untouched}
          {hasFile ? null : text.choose}
        </p>
        {warning ? <p className={styles.warning}>{warning}</p> : null}
        {ignoredColumns.length > 0 ? (
          <p className={styles.warning}>{text.ignored(ignoredColumns.join(text.between))}</p>
        ) : null}
        <ConvertedRows converted={dryRun.converted} />
        <ImportRows dryRun={dryRun} />
        {dryRun.counts.error > 0 ? (
          <div>
            <CsvDownload
              label={importPages.dryRun.errors}
              endpoint="GET /dictionaries/{id}/imports/{importId}/errors"
              id={dictionaryId}
              importId={importId}
              shown={NO_CONDITIONS}
              total={dryRun.counts.error}
            />
          </div>
        ) : null}
        {children}
      </div>
      {trying ? (
        <Suspense>
          <ChangePreview
            dictionaryId={dictionaryId}
            tried={{ importId }}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      ) : null}
    </Section>
  );
}

const IN_ORDER = { field: "rowNo", order: "ASC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** What the import would do, row by row. */
function ImportRows({ dryRun }: { dryRun: DictionaryImport }) {
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
            <DataTable<RowRecord> columns={rowColumns} rowLink={false} empty={importPages.empty} />
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
  const { filterValues, setFilters } = useListContext();
  const text = importPages.rows;
  const all = IMPORT_VERDICTS.reduce((sum, verdict) => sum + counts[COUNTED[verdict]], 0);
  return (
    <Segments<ImportVerdict | "">
      legend={text.filter}
      quiet
      value={filterValues.verdict ?? ""}
      options={[
        { value: "", label: text.all(formatNumber(all)) },
        ...IMPORT_VERDICTS.map((verdict) => ({
          value: verdict,
          label: text.some(importPages.verdicts[verdict], formatNumber(counts[COUNTED[verdict]])),
        })),
      ]}
      onChange={(verdict) => setFilters(verdict ? { verdict } : {}, undefined, false)}
    />
  );
}
