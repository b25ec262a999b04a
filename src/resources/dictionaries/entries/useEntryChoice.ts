import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { PAGE_ROWS } from "./entryPages.ts";
import type { EntryPages } from "./useEntryPages.ts";

/** Pages that are read at the same time. */
const AT_ONCE = 4;

export interface Reading {
  done: number;
  total: number;
}

/** The entries that are chosen for an action, by their ids. */
export function useEntryChoice({ store, total = 0 }: Pick<EntryPages, "store" | "total">) {
  const notify = useNotify();
  const [chosen, setChosen] = useState<ReadonlyMap<number, Entry>>(new Map());
  const [anchor, setAnchor] = useState<number | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const running = useRef<AbortController>(undefined);

  function stop() {
    running.current?.abort();
    setReading(null);
  }

  /** Reads what of the rows is not there yet: up to 100 pages. */
  async function chooseRange(from: number, to: number, more: boolean) {
    const [first, last] = [Math.min(from, to), Math.min(Math.max(from, to), total - 1)];
    const rows = Math.max(last - first + 1, 0);
    stop();
    const cancel = new AbortController();
    const { signal } = cancel;
    running.current = cancel;
    setReading({ done: 0, total: rows });
    try {
      const parts = await readParts(first, rows, signal);
      if (signal.aborted) return;
      const entries = parts.flat().map((entry) => [entry.entryId, entry] as const);
      setChosen((now) => new Map([...(more ? now : []), ...entries]));
    } catch (error) {
      if (!signal.aborted) notify(messageFor(error), { type: "error" });
      cancel.abort();
    } finally {
      if (running.current === cancel) setReading(null);
    }
  }

  async function readParts(first: number, rows: number, signal: AbortSignal) {
    const parts: Entry[][] = [];
    const count = Math.ceil(rows / PAGE_ROWS);
    let [next, done] = [0, 0];
    const readOn = async () => {
      while (next < count && !signal.aborted) {
        const part = next;
        next += 1;
        const from = first + part * PAGE_ROWS;
        parts[part] = await store.read(from, Math.min(from + PAGE_ROWS, first + rows) - 1);
        done += 1;
        if (!signal.aborted) setReading({ done: Math.min(done * PAGE_ROWS, rows), total: rows });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    return parts;
  }

  return {
    chosen,
    reading,
    stop,
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
    /** Keeps what is chosen as it is now stored. */
    follow: ({ updated, deleted }: EntryBatchResult) =>
      setChosen((now) => {
        const next = new Map(now);
        for (const { entryId } of deleted) next.delete(entryId);
        for (const entry of updated) if (next.has(entry.entryId)) next.set(entry.entryId, entry);
        return next;
      }),
    /** Leaves only those chosen that an action has not reached. */
    keep: (entryIds: readonly number[]) => {
      const kept = new Set(entryIds);
      setChosen((now) => new Map([...now].filter(([entryId]) => kept.has(entryId))));
    },
    clear: () => {
      stop();
      setAnchor(null);
      setChosen(new Map());
    },
    endRange: () => setAnchor(null),
  };
}

export type EntryChoice = ReturnType<typeof useEntryChoice>;
