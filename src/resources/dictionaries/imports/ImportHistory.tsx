import Button from "@mui/material/Button";
import { useCallback } from "react";
import { ListBase, type RaRecord, ResourceContextProvider } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { Section } from "../../../components/display/Section.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { ROWS_PER_PAGE } from "../../../providers/data/listSorts.ts";
import { resultText } from "./resultText.ts";

interface ImportHistoryProps {
  dictionaryId: number;
  /** Memoize the function. */
  onRevert: (imported: ImportSummary) => void;
}

const LATEST_FIRST = { field: "importId", order: "DESC" } as const;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** Who imported what into the dictionary, and what can still be undone. */
export function ImportHistory({ dictionaryId, onRevert }: ImportHistoryProps) {
  const revert = useCallback(
    (imported: ImportRecord) => {
      if (!imported.revertibleUntil) return null;
      return (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={importPages.history.revertOf(imported.fileName)}
          onClick={() => onRevert(imported)}
        >
          {importPages.history.revert}
        </Button>
      );
    },
    [onRevert],
  );
  return (
    <Section title={importPages.history.section}>
      <ListBase
        resource={`dictionaries/${dictionaryId}/imports`}
        sort={LATEST_FIRST}
        perPage={ROWS_PER_PAGE}
        queryOptions={QUIET}
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="imports">
          <DataTable<ImportRecord>
            columns={historyColumns}
            rowLink={false}
            rowActions={revert}
            empty={importPages.empty}
          />
          <ListFoot />
        </ResourceContextProvider>
      </ListBase>
    </Section>
  );
}

type ImportRecord = ImportSummary & RaRecord;

const historyColumns: readonly Column<ImportRecord>[] = [
  {
    source: "committedAt",
    label: importPages.fields.committedAt,
    width: 150,
    names: true,
    noWrap: true,
    render: ({ committedAt }) => committedAt && formatDateTime(committedAt),
  },
  { source: "createdByName", label: importPages.fields.createdByName, width: 130 },
  { source: "fileName", label: importPages.fields.fileName, long: true },
  {
    source: "mode",
    label: importPages.fields.mode,
    width: 130,
    render: ({ mode }) => mode && importPages.modes[mode],
  },
  {
    source: "result",
    label: importPages.fields.result,
    render: ({ result }) => result && resultText(result),
  },
  {
    source: "state",
    label: importPages.fields.state,
    width: 170,
    render: ({ revertedAt, revertibleUntil }) => {
      if (revertedAt) return importPages.history.reverted;
      return revertibleUntil
        ? importPages.history.until(formatDateTime(revertibleUntil))
        : importPages.history.final;
    },
  },
];
