import { entries } from "../../../i18n/ja/resources/entries.ts";
import { type Field, warningSentences } from "./entryCells.ts";
import { isStale, type TableRow, type UnsavedRow } from "./unsavedRows.ts";

interface NotedCell {
  column: string | undefined;
  /** Undefined for a column that nobody writes. */
  field: Field | undefined;
  row: TableRow;
  unsaved: UnsavedRow | undefined;
}

/** What is to know about a cell: what another user saved, an error, warnings. */
export function cellNotes({ column, field, row, unsaved }: NotedCell): string[] {
  if (isStale(unsaved)) {
    const text = field ? String(unsaved.current[field]) : unsaved.current.surface;
    return [
      entries.error.stale(text),
      ...(unsaved.savedFirst ? [unsaved.savedFirst] : []),
      entries.error.staleHint,
    ];
  }
  const error = field && unsaved?.errors[field];
  if (error) return [error, entries.error.keep];
  return column === "warnings" && row.entry ? warningSentences(row.entry.warnings) : [];
}
