import type { ClipboardEvent } from "react";
import { FIELDS, textOf } from "./entryCells.ts";
import type { EntryChoice } from "./useEntryWork.ts";
import type { GridCursor } from "./useGridCursor.ts";
import { isTable } from "./usePaste.ts";

interface ClipboardParts {
  cursor: GridCursor;
  choice: EntryChoice;
  editable: boolean;
  /** Cells of a spreadsheet, to put into the table from this cell on. */
  onPaste: (text: string, row: number, column: number) => void;
}

/** Copies the chosen rows or the active cell; pastes into the cell, or as cells from it on. */
export function gridClipboard({ cursor, choice, editable, onPaste }: ClipboardParts) {
  const { active, activeRow, editing, field } = cursor;

  function copied(): string {
    if (choice.chosen.size === 0) return field ? cursor.textIn(activeRow, field) : "";
    return [...choice.chosen.values()]
      .map((entry) => FIELDS.map((each) => textOf(entry, each)).join("\t"))
      .join("\n");
  }

  return {
    onCopy(event: ClipboardEvent) {
      if (editing) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", copied());
    },

    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData("text/plain");
      if (!editable || editing || text === "") return;
      event.preventDefault();
      if (isTable(text) || !field) onPaste(text, active.row, active.column);
      else cursor.enter(activeRow, { [field]: text.replace(/\r?\n$/, "") });
    },
  };
}
