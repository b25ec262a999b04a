import { useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import type { UndoStep } from "./entryBatches.ts";
import { FIELDS, type Texts } from "./entryCells.ts";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import { COLUMNS } from "./gridMoves.ts";
import { MOST_PASTED, pastedCells, pastedRows } from "./pastedRows.ts";
import { keyOf } from "./pendingRows.ts";
import type { EntryPages } from "./useEntryPages.ts";

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
