import Button from "@mui/material/Button";
import { useCallback } from "react";
import { ListBase, type RaRecord, ResourceContextProvider } from "react-admin";
import type { ImportSummary } from "../../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { Section } from "../../../components/display/Section.tsx";
import type { Column } from "../../../components/list/column.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListFoot } from "../../../components/list/ListFoot.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
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
  const translate = useTranslate();
  const revert = useCallback(
    (imported: ImportRecord) => {
      if (!imported.revertibleUntil) return null;
      return (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={translate("resources.imports.history.revertOf", { file: imported.fileName })}
          onClick={() => onRevert(imported)}
        >
          {translate("resources.imports.history.revert")}
        </Button>
      );
    },
    [onRevert, translate],
  );
  return (
    <Section title="resources.imports.history.section">
      <ListBase
        resource={`dictionaries/${dictionaryId}/imports`}
        sort={LATEST_FIRST}
        perPage={ROWS_PER_PAGE}
        queryOptions={QUIET}
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="imports">
          <DataTable<ImportRecord> columns={historyColumns} rowLink={false} rowActions={revert} />
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
    width: 150,
    names: true,
    noWrap: true,
    render: ({ committedAt }) => committedAt && formatDateTime(committedAt),
  },
  { source: "createdByName", width: 130 },
  { source: "fileName", long: true },
  {
    source: "mode",
    width: 130,
    render: ({ mode }, translate) => mode && translate(`resources.imports.modes.${mode}`),
  },
  {
    source: "result",
    render: ({ result }, translate) => result && resultText(result, translate),
  },
  {
    source: "state",
    width: 170,
    render: ({ revertedAt, revertibleUntil }, translate) => {
      if (revertedAt) return translate("resources.imports.history.reverted");
      return revertibleUntil
        ? translate("resources.imports.history.until", { until: formatDateTime(revertibleUntil) })
        : translate("resources.imports.history.final");
    },
  },
];
