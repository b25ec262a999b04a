import { type ClipboardEvent, useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { entries as texts } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import type { UndoStep } from "./entryBatches.ts";
import { FIELDS, type Field, type Texts, textOf } from "./entryCells.ts";
import type { EntryPages } from "./entryPages.ts";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import { COLUMNS } from "./gridMoves.ts";
import { keyOf } from "./unsavedRows.ts";
import type { EntryChoice } from "./useEntryWork.ts";
import type { GridCursor } from "./useGridCursor.ts";

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
  const [last, setLast] = useState<{ step: UndoStep; count: number }>();
  // The next change, and an undo, put another step in its place.
  const pasted = last && last.step === state.lastStep ? last : undefined;
  const pastedIds = useMemo(() => new Set(pasted ? entryIdsOf(pasted.step) : []), [pasted]);

  async function put(rows: readonly Texts[], row: number) {
    const total = pages.total ?? 0;
    const present = Math.max(Math.min(total - row, rows.length), 0);
    const entries = present > 0 ? await pages.store.read(row, row + present - 1) : [];
    const keys = entries.map((entry, index) => {
      sheet.enter({ key: keyOf(entry), entry }, rows[index] ?? {});
      return keyOf(entry);
    });
    const added = rows.slice(present).filter((texts) => Object.values(texts).some(Boolean));
    const changed = keys.filter((key) => sheet.get().rows.has(key));
    return sheet.save([...changed, ...sheet.append(added)]);
  }

  return {
    pasting,
    /** How many rows the last action has pasted. */
    pastedCount: pasted?.count ?? 0,
    pastedIds,
    paste: async (text: string, row: number, column: number) => {
      const first = FIELDS.find((field) => field === COLUMNS[column]) ?? "surface";
      setPasting(true);
      try {
        const rows = pastedRows(await pastedCells(text), first);
        if (rows.length > MOST_PASTED) {
          notify("resources.entries.paste.tooMany", { type: "warning" });
          return;
        }
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
function entryIdsOf(step: UndoStep): number[] {
  return [...step.update, ...step.delete].map(({ entryId }) => entryId);
}

const MOST_PASTED = 1_000;

/** The cells that a spreadsheet copies: quoted where they hold line breaks, tabs or quotes. */
async function pastedCells(text: string): Promise<string[][]> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  return parse(text, {
    delimiter: "\t",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
}

/** Whether what is pasted is more than the text of one cell. */
function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.replace(/\r?\n$/, ""));
}

/** Pasted cells as rows of fields from `first` on; a first row of the columns' names is left out. */
function pastedRows(cells: readonly (readonly string[])[], first: Field): Texts[] {
  const fields = FIELDS.slice(FIELDS.indexOf(first));
  const labels: Record<string, string> = texts.fields;
  const isHeading =
    cells[0]?.length && cells[0].every((cell, n) => cell === labels[fields[n] ?? ""]);
  return cells.slice(isHeading ? 1 : 0).map((row) =>
    // A cell of a spreadsheet may have several lines; an entry's has one.
    Object.fromEntries(
      fields.flatMap((f, n) => (row[n] === undefined ? [] : [[f, oneLine(row[n])]])),
    ),
  );
}

const oneLine = (text: string) => text.replaceAll(/\s*[\r\n\t]+\s*/g, " ").trim();

interface ClipboardParts {
  cursor: GridCursor;
  choice: EntryChoice;
  writable: boolean;
  onImpossible: () => void;
  /** Cells of a spreadsheet, to put into the table from this cell on. */
  onPaste: (text: string, row: number, column: number) => void;
}

/** Copies the chosen rows or the active cell; pastes into the cell, or as cells from it on. */
export function gridClipboard(parts: ClipboardParts) {
  const { cursor, choice, writable, onImpossible, onPaste } = parts;
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
      if (editing || text === "") return;
      event.preventDefault();
      if (!writable) return onImpossible();
      if (isTable(text) || !field) onPaste(text, active.row, active.column);
      else cursor.enter(activeRow, { [field]: text.replace(/\r?\n$/, "") });
    },
  };
}
