import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useListContext, useTranslate } from "react-admin";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import styles from "./entries.module.css";
import type { EntryPages } from "./useEntryPages.ts";

interface EntryStateProps {
  pages: EntryPages;
  editable: boolean;
  unsaved: number;
  children: (total: number) => ReactNode;
}

/** The grid, or why there is none: loading, an error, no entries at all or under the conditions. */
export function EntryState({ pages, editable, unsaved, children }: EntryStateProps) {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  const { total, error, isFiltered } = pages;
  if (total === undefined) return error ? <LoadError error={error} /> : <LoadingState />;
  const isEmpty = total === 0;
  return (
    <>
      {isEmpty && (isFiltered || !editable) ? (
        <div className={styles.state}>
          <div role="status">
            <strong>{translate("app.table.empty")}</strong>
            <p>{translate(`resources.entries.empty.${isFiltered ? "noMatch" : "none"}`)}</p>
          </div>
          {isFiltered ? (
            <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
              {translate("app.search.clear")}
            </Button>
          ) : null}
        </div>
      ) : null}
      {isEmpty && !editable && unsaved === 0 ? null : children(total)}
    </>
  );
}
