import { type ClipboardEvent, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { lineOfCell, readCells, writeCells } from "../../../../domain/text/copiedCells.ts";
import { entries as texts } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import type { Step } from "./entryBatches.ts";
import { FIELDS, type Field, type Texts, textOf } from "./entryCells.ts";
import type { EntryPages } from "./entryPages.ts";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import { COLUMNS } from "./gridMoves.ts";
import { keyOf, type RowTarget } from "./unsavedRows.ts";
import type { EntryChoice } from "./useEntryWork.ts";
import type { GridCursor } from "./useGridCursor.ts";

interface Copied {
  cells: readonly (readonly string[])[];
  /** Some of the cells were one in the spreadsheet: only the first of them has its text. */
  isMerged: boolean;
}

interface PasteParts {
  sheet: EntrySheet;
  state: SheetState;
  pages: EntryPages;
  /** Called with the row where the saved rows begin. */
  onPasted: (row: number) => void;
}

/** Puts the cells of a spreadsheet into rows from the active cell on, new ones behind the last. */
export function usePaste({ sheet, state, pages, onPasted }: PasteParts) {
  const notify = useNotify();
  const [pasting, setPasting] = useState(false);
  const [last, setLast] = useState<{ step: Step; count: number }>();
  // The next change, and an undo, put another step in its place.
  const pasted = last && last.step === state.lastStep ? last : undefined;
  const pastedIds = useMemo(() => new Set(pasted ? entryIdsOf(pasted.step) : []), [pasted]);
  const { total = 0 } = pages;

  /** The rows that are there from this one on: entries, then new ones that are not saved. */
  async function presentFrom(row: number, count: number): Promise<RowTarget[]> {
    const last = Math.min(total, row + count) - 1;
    const entries = last >= row ? await pages.store.read(row, last) : [];
    const { added, rows } = sheet.get();
    const unsaved = added.slice(Math.max(row - total, 0)).filter((key) => rows.has(key));
    return [
      ...entries.map((entry) => ({ key: keyOf(entry), entry })),
      ...unsaved.map((key) => ({ key, entry: null })),
    ].slice(0, count);
  }

  async function put(rows: readonly Texts[], row: number) {
    const present = await presentFrom(row, rows.length);
    return sheet.paste(
      present.map((target, index) => [target, rows[index] ?? {}]),
      rows.slice(present.length).filter(hasText),
    );
  }

  return {
    pasting,
    /** How many rows the last action has pasted. */
    pastedCount: pasted?.count ?? 0,
    pastedIds,
    paste: async ({ cells, isMerged }: Copied, row: number, column: number) => {
      const first = FIELDS.find((field) => field === COLUMNS[column]) ?? "surface";
      const rows = pastedRows(cells, first);
      // Blank rows behind the last word are none.
      const end = Math.max(rows.findLastIndex(hasText) + 1, Math.min(total - row, rows.length));
      if (end > MOST_PASTED) {
        notify(texts.paste.tooMany, { type: "warning" });
        return;
      }
      if (isMerged) notify(texts.paste.merged, { type: "warning" });
      setPasting(true);
      try {
        const count = await put(rows, row);
        const step = sheet.get().lastStep;
        if (count === 0 || !step) return;
        setLast({ step, count });
        const [firstId] = entryIdsOf(step);
        onPasted((firstId === undefined ? undefined : pages.store.indexOf(firstId)) ?? row);
      } catch (error) {
        notify(messageFor(error), { type: "error" });
      } finally {
        setPasting(false);
      }
    },
  };
}

/** The entries that an action changed or created, in the order of their rows. */
function entryIdsOf(step: Step): number[] {
  return [...step.update, ...step.delete].map(({ entryId }) => entryId);
}

const MOST_PASTED = 1_000;

const hasText = (row: Texts) => Object.values(row).some(Boolean);

/** Pasted cells as rows of fields from `first` on; a first row of the columns' names is left out. */
function pastedRows(cells: Copied["cells"], first: Field): Texts[] {
  const fields = FIELDS.slice(FIELDS.indexOf(first));
  const labels: Record<string, string> = texts.fields;
  const isHeading =
    cells[0]?.length && cells[0].every((cell, n) => cell === labels[fields[n] ?? ""]);
  return cells.slice(isHeading ? 1 : 0).map((row) =>
    // A cell of a spreadsheet may have several lines; an entry's has one.
    Object.fromEntries(
      fields.flatMap((f, n) => (row[n] === undefined ? [] : [[f, lineOfCell(row[n])]])),
    ),
  );
}

/**
 * Whether copied HTML has merged cells. Excel also spans the cells over which a long text runs, and
 * marks them.
 */
function hasMergedCells(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return [...body.querySelectorAll<HTMLTableCellElement>("td, th")].some(
    (cell) =>
      (cell.colSpan > 1 || cell.rowSpan > 1) &&
      !cell.getAttribute("style")?.includes("mso-ignore:colspan"),
  );
}

export interface ClipboardParts {
  cursor: GridCursor;
  choice: EntryChoice;
  writable: boolean;
  onImpossible: () => void;
  /** Puts cells into the table from this one on. */
  onPaste: (copied: Copied, row: number, column: number) => void;
}

/** Copies the chosen rows or the active cell; pastes into the cell, or as cells from it on. */
export function gridClipboard(parts: ClipboardParts) {
  const { cursor, choice, writable, onImpossible, onPaste } = parts;
  const { active, activeRow, editing, field } = cursor;

  function copied(): string {
    if (choice.chosen.size === 0)
      return field ? writeCells([[cursor.textIn(activeRow, field)]]) : "";
    const entries = [...choice.chosen.values()];
    return writeCells(entries.map((entry) => FIELDS.map((each) => textOf(entry, each))));
  }

  return {
    onCopy(event: ClipboardEvent) {
      if (editing) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", copied());
    },

    onPaste(event: ClipboardEvent) {
      const cells = readCells(event.clipboardData.getData("text/plain"));
      const [first] = cells;
      if (editing || !first) return;
      event.preventDefault();
      if (!writable) return onImpossible();
      if (field && cells.length === 1 && first.length === 1) {
        return cursor.enter(activeRow, { [field]: lineOfCell(first[0] ?? "") });
      }
      const isMerged = hasMergedCells(event.clipboardData.getData("text/html"));
      onPaste({ cells, isMerged }, active.row, active.column);
    },
  };
}
