import Button from "@mui/material/Button";
import { useCallback } from "react";
import { ListBase, type RaRecord, ResourceContextProvider, type SortPayload } from "react-admin";
import type { StoredFile } from "../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { Section } from "../display/Section.tsx";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { ListFoot } from "../list/Pager.tsx";

const text = fileImports.history;
const { fields } = importPages;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** What a history says of an import of any kind; null before it was carried out. */
type HistoryRecord = Pick<
  StoredFile,
  "fileName" | "createdByName" | "revertedAt" | "revertibleUntil"
> & {
  committedAt: string | null;
};

interface ImportHistoryProps<Summary extends HistoryRecord> {
  resource: string;
  /** The latest first; declare it at module scope. */
  sort: SortPayload;
  columns: readonly Column<Summary & RaRecord>[];
  /** Memoize it. */
  onRevert: (imported: Summary) => void;
}

/** Who imported which file, and what can still be undone. */
export function ImportHistory<Summary extends HistoryRecord>(props: ImportHistoryProps<Summary>) {
  const { resource, sort, columns, onRevert } = props;
  const revert = useCallback(
    (imported: Summary & RaRecord) =>
      imported.revertibleUntil ? (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={text.revertOf(imported.fileName)}
          onClick={() => onRevert(imported)}
        >
          {text.revert}
        </Button>
      ) : null,
    [onRevert],
  );
  return (
    <Section title={text.section}>
      <ListBase
        resource={resource}
        sort={sort}
        perPage={ROWS_PER_PAGE}
        queryOptions={QUIET}
        disableAuthentication
        disableSyncWithLocation
      >
        <ResourceContextProvider value="imports">
          <DataTable<Summary & RaRecord>
            columns={columns}
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

/**
 * The columns of a history; `resultText` says what an import or its undoing did. `own` stand before it.
 */
export function historyColumns<Summary extends HistoryRecord>(
  resultText: (imported: Summary) => string,
  own: readonly Column<Summary & RaRecord>[] = [],
): readonly Column<Summary & RaRecord>[] {
  return [
    {
      source: "committedAt",
      label: fields.committedAt,
      width: 150,
      names: true,
      noWrap: true,
      render: ({ committedAt }) => committedAt && formatDateTime(committedAt),
    },
    { source: "createdByName", label: fields.createdByName, width: 130 },
    { source: "fileName", label: fields.fileName, long: true },
    ...own,
    { source: "result", label: fields.result, render: resultText },
    {
      source: "state",
      label: fields.state,
      width: 170,
      render: ({ revertedAt, revertibleUntil }) => {
        if (revertedAt) return text.reverted;
        return revertibleUntil ? text.until(formatDateTime(revertibleUntil)) : text.final;
      },
    },
  ];
}

/** 追加 12件・更新 3件: the parts that are not zero. */
export function partsText(
  parts: readonly { label: string; count: number; unit: "人" | "件" }[],
): string {
  const { part, between, none } = fileImports.result;
  const nonZero = parts.filter(({ count }) => count > 0);
  return nonZero.map(({ label, count, unit }) => part(label, count, unit)).join(between) || none;
}
