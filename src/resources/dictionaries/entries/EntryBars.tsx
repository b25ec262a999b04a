import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useListContext, useNavigate } from "react-admin";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { PageBanner } from "../../../components/display/PageBanner.tsx";
import { EmptyState, StateMessage } from "../../../components/display/StateMessage.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { previewPage } from "../../../i18n/ja/previewPage.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import type { EntryPages } from "./entryPages.ts";
import { isRefused, isWrong, type UnsavedRow } from "./unsavedRows.ts";

const text = entries.unsaved;

interface UnsavedBarProps {
  rows: readonly UnsavedRow[];
  onSave: () => void;
  onDiscard: () => void;
  onNext: () => void;
  /** Shows what the rows would do; undefined where a button above the table does. */
  onTry: (() => void) | undefined;
}

/** The rows that could not be saved: why, and how to go on. */
export function UnsavedBar({ rows, onSave, onDiscard, onNext, onTry }: UnsavedBarProps) {
  const refused = rows.filter(isRefused);
  if (refused.length === 0) return null;
  const [reason] = refused.flatMap(({ errors }) => Object.values(errors));
  return (
    <PageBanner
      sentences={[text.some(formatNumber(refused.length)), ...(reason ? [reason] : [])]}
      actions={
        <>
          <Button variant="outlined" color="secondary" onClick={onDiscard}>
            {text.discard}
          </Button>
          {rows.some(isWrong) ? (
            <Button variant="outlined" color="secondary" aria-keyshortcuts="F8" onClick={onNext}>
              {text.next}
            </Button>
          ) : null}
          {onTry ? (
            <Button variant="outlined" color="secondary" onClick={onTry}>
              {previewPage.change.try}
            </Button>
          ) : null}
          <Button variant="outlined" onClick={onSave}>
            {text.save}
          </Button>
        </>
      }
    />
  );
}

interface PastedBarProps {
  count: number;
  busy: boolean;
  onUndo: () => void;
}

/** How many rows were pasted, until the next change. */
export function PastedBar({ count, busy, onUndo }: PastedBarProps) {
  return (
    <PageBanner
      tone="info"
      sentences={[entries.paste.done(formatNumber(count))]}
      actions={
        <Button variant="outlined" color="secondary" disabled={busy} onClick={onUndo}>
          {entries.action.undo}
        </Button>
      }
    />
  );
}

interface EntryStateProps {
  pages: EntryPages;
  writable: boolean;
  unsaved: number;
  children: (total: number) => ReactNode;
}

/** The grid, or why there is none: loading, an error, no entries at all or under the conditions. */
export function EntryState({ pages, writable, unsaved, children }: EntryStateProps) {
  const navigate = useNavigate();
  const { setFilters, filterValues } = useListContext();
  const keyword = String(filterValues.q ?? "").trim();
  const { total, error, isFiltered } = pages;
  if (total === undefined) return error ? <LoadError error={error} /> : <LoadingState />;
  const isEmpty = total === 0;
  return (
    <>
      {isEmpty && isFiltered ? (
        <StateMessage role="status" title={app.table.empty} text={entries.empty.noMatch}>
          <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
            {app.search.clear}
          </Button>
          {keyword !== "" && !writable ? (
            <Button
              variant="outlined"
              onClick={() => navigate(`/proposals?${new URLSearchParams({ propose: keyword })}`)}
            >
              {entryPages.propose.word}
            </Button>
          ) : null}
        </StateMessage>
      ) : null}
      {isEmpty && !isFiltered && !writable ? <EmptyState text={entries.empty.none} /> : null}
      {isEmpty && !writable && unsaved === 0 ? null : children(total)}
    </>
  );
}
