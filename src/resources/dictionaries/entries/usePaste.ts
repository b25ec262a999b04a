import { useState } from "react";
import { useNotify } from "react-admin";
import { messageFor } from "../../../providers/errorMessage.ts";
import { FIELDS, type Texts } from "./entryCells.ts";
import type { EntrySheet } from "./entrySheet.ts";
import { COLUMNS } from "./gridMoves.ts";
import { MOST_PASTED, pastedCells, pastedRows } from "./pastedRows.ts";
import { keyOf } from "./pendingRows.ts";
import type { EntryPages } from "./useEntryPages.ts";

/** Puts the cells of a spreadsheet into rows from the active cell on, new ones behind the last. */
export function usePaste(sheet: EntrySheet, pages: EntryPages) {
  const notify = useNotify();
  const [pasting, setPasting] = useState(false);

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
        notify("resources.entries.paste.done", { type: "success", messageArgs: { count } });
      } catch (error) {
        notify(messageFor(error), { type: "error" });
      } finally {
        setPasting(false);
      }
    },
  };
}
