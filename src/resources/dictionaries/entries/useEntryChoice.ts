import { useState } from "react";
import type { Entry } from "../../../../domain/entries.ts";
import type { EntryPages } from "./useEntryPages.ts";

/** The entries that are chosen for an action, by their ids. */
export function useEntryChoice({ read, total = 0 }: Pick<EntryPages, "read" | "total">) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Entry>>(new Map());
  const [anchor, setAnchor] = useState<number | null>(null);
  const [reading, setReading] = useState(false);

  /** Reads what of the rows is not there yet: up to 100 pages. */
  async function chooseRange(from: number, to: number, more: boolean) {
    const [first, last] = [Math.min(from, to), Math.min(Math.max(from, to), total - 1)];
    setReading(true);
    try {
      const entries = last < first ? [] : await read(first, last);
      setChosen(
        (now) => new Map([...(more ? now : []), ...entries.map((e) => [e.entryId, e] as const)]),
      );
    } finally {
      setReading(false);
    }
  }

  return {
    chosen,
    reading,
    toggle: (entry: Entry, row: number) => {
      setAnchor(row);
      setChosen((now) => {
        const next = new Map(now);
        if (!next.delete(entry.entryId)) next.set(entry.entryId, entry);
        return next;
      });
    },
    /** From the row where the choice began to this one. */
    extendTo: (row: number, from: number) => {
      const start = anchor ?? from;
      setAnchor(start);
      return chooseRange(start, row, false);
    },
    chooseAll: () => chooseRange(0, total - 1, true),
    clear: () => {
      setAnchor(null);
      setChosen(new Map());
    },
    endRange: () => setAnchor(null),
  };
}

export type EntryChoice = ReturnType<typeof useEntryChoice>;
