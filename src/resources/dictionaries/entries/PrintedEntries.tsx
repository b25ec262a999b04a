import { useEffect, useEffectEvent, useState } from "react";
import { useNotify, useTranslateLabel } from "react-admin";
import { flushSync } from "react-dom";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { entries as entryTexts } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { FIELDS, shownTextOf } from "./entryCells.ts";
import type { EntryStore } from "./entryPages.ts";
import styles from "./printedEntries.module.css";

/** About fifty sheets, and twenty reads. */
const MOST_PRINTED = 2_000;

interface PrintedEntriesProps {
  store: EntryStore;
  /** How many are stored under the conditions. */
  total: number;
}

/** The words on paper as a table, while the browser prints: the grid holds only the rows in view. */
export function PrintedEntries({ store, total }: PrintedEntriesProps) {
  const entries = usePrinted(store, Math.min(total, MOST_PRINTED));
  const translateLabel = useTranslateLabel();
  if (!entries || total === 0) return null;
  const count = entries.length;
  return (
    <div className={`hidden ${styles.printed}`}>
      {count < total ? (
        <p>
          {entryPages.print.part(formatNumber(total), formatNumber(count))}
          {count < Math.min(total, MOST_PRINTED)
            ? entryPages.print.more(formatNumber(MOST_PRINTED))
            : null}
        </p>
      ) : null}
      <table aria-label={entryTexts.grid.label}>
        <thead>
          <tr>
            {FIELDS.map((field) => (
              <th key={field} scope="col">
                {translateLabel({ source: field })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.entryId}>
              {FIELDS.map((field) => (
                <td key={field}>{shownTextOf(entry, field)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The first entries while the browser prints, otherwise null. A page can only print what it has
 * then: the menu of the browser prints those that were read, the shortcut reads all of them first.
 */
function usePrinted(store: EntryStore, wanted: number): Entry[] | null {
  const notify = useNotify();
  const [printed, setPrinted] = useState<Entry[] | null>(null);

  // The browser lays out its sheets as soon as the listeners have returned.
  const begin = useEffectEvent(() => flushSync(() => setPrinted(store.firstRead(wanted))));
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isPrint || event.key.toLowerCase() !== "p") return;
    if (store.firstRead(wanted).length >= wanted) return;
    event.preventDefault();
    if (!event.repeat) void readAndPrint();
  });

  async function readAndPrint() {
    notify(entryPages.print.reading, { type: "info" });
    try {
      await store.read(0, wanted - 1);
    } catch (error) {
      notify(messageFor(error), { type: "error" });
      return;
    }
    window.print();
  }

  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener("beforeprint", () => begin(), { signal });
    window.addEventListener("afterprint", () => setPrinted(null), { signal });
    document.addEventListener("keydown", (event) => press(event), { signal });
    return () => listeners.abort();
  }, []);
  return printed;
}
