import Button from "@mui/material/Button";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { LinkBase, ListBase, type RaRecord, ResourceContextProvider } from "react-admin";
import type { StoredFile } from "../../../domain/imports/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { fileImports as text } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { Section } from "../display/Section.tsx";
import { useFocusAfterDialog } from "../focus/useFocusAfterDialog.ts";
import type { Column } from "../list/column.ts";
import { DataTable } from "../list/DataTable.tsx";
import { ListFoot } from "../list/Pager.tsx";

const { fields } = importPages;
// The table shows the error itself; a notification would repeat it.
const QUIET = { onError: () => {} };

/** An import of any kind; `committedAt` is null before it was carried out. */
type PastImport = Pick<
  StoredFile,
  "fileName" | "createdByName" | "revertedAt" | "revertibleUntil"
> & {
  committedAt: string | null;
};

interface ImportOutcomeProps<Summary extends PastImport>
  extends Omit<ImportResultProps<Summary>, "imported" | "onRevert" | "children">,
    Omit<ImportHistoryProps<Summary>, "onRevert"> {
  /** The one that the address names, once it was carried out. */
  imported: Summary | undefined;
  /** What its result says besides. */
  details?: ReactNode;
  revertDialog: (imported: Summary, onClose: () => void) => ReactNode;
  /** What comes before the history. */
  children?: ReactNode;
}

/** What an import did and the imports before it, each of which can be undone for some days. */
export function ImportOutcome<Summary extends PastImport>(props: ImportOutcomeProps<Summary>) {
  const { imported, details, resource, idField, columns, revertDialog, children } = props;
  const [reverting, setReverting] = useState<Summary | null>(null);
  const history = useRef<HTMLDivElement>(null);
  useFocusAfterDialog(reverting !== null, history);
  return (
    <>
      {imported ? (
        <ImportResult
          key={String(imported[idField])}
          {...props}
          imported={imported}
          onRevert={setReverting}
        >
          {details}
        </ImportResult>
      ) : null}
      {children}
      <div ref={history} tabIndex={-1}>
        <ImportHistory<Summary> {...{ resource, idField, columns }} onRevert={setReverting} />
      </div>
      {reverting ? revertDialog(reverting, () => setReverting(null)) : null}
    </>
  );
}

interface ImportResultProps<Import extends PastImport> {
  imported: Import;
  /** What it did. */
  result: string;
  /** Where its records are. */
  list: string;
  /** What leads there; 一覧を表示 if it is not given. */
  listLabel?: string;
  /** It was carried out just now, not found again by a reload. */
  isNew: boolean;
  onRevert: (imported: Import) => void;
  onNext: () => void;
  children?: ReactNode;
}

/** What an import did, and the way back. */
function ImportResult<Import extends PastImport>(props: ImportResultProps<Import>) {
  const {
    imported,
    result,
    list,
    listLabel = text.result.list,
    isNew,
    onRevert,
    onNext,
    children,
  } = props;
  const { fileName, revertedAt, revertibleUntil } = imported;
  return (
    <Section title={text.result.section} takesFocus={isNew}>
      <div className="stack gap-16">
        <p role="status">
          {revertedAt ? text.result.reverted(fileName) : text.result.done(fileName)}
        </p>
        <p>
          <strong>{result}</strong>
        </p>
        {children}
        {revertibleUntil ? (
          <p className="note">{text.result.until(formatDateTime(revertibleUntil))}</p>
        ) : null}
        <div className="row gap-8-16">
          <Button variant="contained" component={LinkBase} to={list}>
            {listLabel}
          </Button>
          <Button variant="outlined" color="secondary" onClick={onNext}>
            {text.result.next}
          </Button>
          {revertibleUntil ? (
            <Button variant="outlined" color="error" onClick={() => onRevert(imported)}>
              {text.result.revert}
            </Button>
          ) : null}
        </div>
      </div>
    </Section>
  );
}

interface ImportHistoryProps<Summary extends PastImport> {
  resource: string;
  /** The field of the id. */
  idField: keyof Summary & string;
  /** Declare them at module scope. */
  columns: readonly Column<Summary & RaRecord>[];
  onRevert: (imported: Summary) => void;
}

/** Who imported which file, and what can still be undone. */
function ImportHistory<Summary extends PastImport>(props: ImportHistoryProps<Summary>) {
  const { resource, idField, columns, onRevert } = props;
  const latestFirst = useMemo(() => ({ field: idField, order: "DESC" }) as const, [idField]);
  const revert = useCallback(
    (imported: Summary & RaRecord) =>
      imported.revertibleUntil ? (
        <Button
          size="small"
          variant="outlined"
          color="error"
          aria-label={text.history.revertOf(imported.fileName)}
          onClick={() => onRevert(imported)}
        >
          {text.history.revert}
        </Button>
      ) : null,
    [onRevert],
  );
  return (
    <Section title={text.history.section}>
      <ListBase
        resource={resource}
        sort={latestFirst}
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
export function historyColumns<Summary extends PastImport>(
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
        if (revertedAt) return text.history.reverted;
        return revertibleUntil
          ? text.history.until(formatDateTime(revertibleUntil))
          : text.history.final;
      },
    },
  ];
}

/** 追加 12人・更新 3人: the counts that are not zero, in the order of the labels. Skipped ones are rows. */
export function countsText(
  labels: Readonly<Record<string, string>>,
  counts: Readonly<Record<string, number>>,
  unit: "人" | "件" = "件",
): string {
  const { part, between, none } = text.result;
  const parts = Object.entries(labels).flatMap(([name, label]) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [part(label, count, name === "skipped" ? "件" : unit)] : [];
  });
  return parts.join(between) || none;
}
