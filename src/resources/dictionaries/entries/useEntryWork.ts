import { useRef, useState } from "react";
import { useNotify } from "react-admin";
import { namesOfRecords } from "../../../../domain/bulkSentences.ts";
import type { EntryBulk } from "../../../../domain/entries/bulk.ts";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { app } from "../../../i18n/ja/app.ts";
import { entryPages } from "../../../i18n/ja/entryPages.ts";
import { entries as entryTexts } from "../../../i18n/ja/resources/entries.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { createStore, useStored } from "../../../providers/store.ts";
import type { Acted, Outcome } from "./entryHistory.ts";
import type { EntryPages } from "./entryPages.ts";

export type WorkKind = "enabled" | "disabled" | "deleted" | "undone" | "redone";

function doneText(kind: WorkKind, count: string): string {
  return kind === "undone" || kind === "redone"
    ? entryTexts.done[kind]
    : entryTexts.done[kind](count);
}

/** Runs one action on entries at a time, and says what it did. */
export function useEntryWork(refused: (error: unknown) => void) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  function tell(kind: WorkKind, { done, missing, kept, keptCount, isFinal, error }: Outcome) {
    if (error !== undefined) return refused(error);
    const count = formatNumber(done);
    if (keptCount > 0) {
      const names = namesOfRecords(kept.map(({ surface }) => surface));
      const left = formatNumber(keptCount);
      const text = entryPages.kept;
      notify(done > 0 ? text.some(count, left, names) : text.all(left, names), { type: "warning" });
    } else if (missing > 0 && done === 0) {
      const isInHistory = kind === "undone" || kind === "redone";
      notify(entryPages.missing[isInHistory ? kind : "all"], { type: "warning" });
    } else if (missing > 0) {
      notify(entryPages.missing.some(formatNumber(missing), count), { type: "warning" });
    } else {
      notify(done > 0 ? doneText(kind, count) : app.form.unchanged, { type: "success" });
    }
    if (isFinal) notify(entryPages.final, { type: "warning" });
  }

  return {
    busy,
    /** Does nothing while another action is still running. */
    run: async (kind: WorkKind, work: () => Promise<Outcome | null>): Promise<void> => {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      try {
        const outcome = await work();
        if (outcome) tell(kind, outcome);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}

type Conditions = NonNullable<EntryBulk["where"]>;

interface Choice {
  entries: ReadonlyMap<number, Entry>;
  /** The conditions under which they were all entries, until a write or another choice. */
  where: Conditions | null;
}

const NONE: Choice = { entries: new Map(), where: null };

/** The entries that are chosen for an action, by their ids. */
export function useEntryChoice({
  store,
  total = 0,
  filterValues,
}: Pick<EntryPages, "store" | "total" | "filterValues">) {
  const notify = useNotify();
  const [choices] = useState(() => createStore(NONE));
  const choice = useStored(choices);
  const setChoice = (next: (now: Choice) => Choice) => choices.set(next(choices.get()));
  const [anchor, setAnchor] = useState<number | null>(null);
  const [reading, setReading] = useState(false);
  const running = useRef<AbortController>(undefined);
  const change = (next: (entries: Map<number, Entry>) => void) =>
    setChoice((now) => {
      const entries = new Map(now.entries);
      next(entries);
      return { entries, where: null };
    });

  function stop() {
    running.current?.abort();
    setReading(false);
  }

  async function chooseRange(from: number, to: number, where: Conditions | null) {
    const [first, last] = [Math.min(from, to), Math.min(Math.max(from, to), total - 1)];
    stop();
    const cancel = new AbortController();
    const { signal } = cancel;
    running.current = cancel;
    setReading(true);
    try {
      const read = await store.range(first, last, signal);
      if (signal.aborted) return;
      setChoice((now) => {
        const entries = new Map([
          ...(where ? now.entries : []),
          ...read.map((entry) => [entry.entryId, entry] as const),
        ]);
        return { entries, where: entries.size === read.length ? where : null };
      });
    } catch (error) {
      if (!signal.aborted) notify(messageFor(error), { type: "error" });
    } finally {
      if (running.current === cancel) setReading(false);
    }
  }

  return {
    chosen: choice.entries,
    reading,
    /** What names the entries that are chosen by now to the server, or these where none is. */
    target: (others: readonly Entry[] = []): Pick<EntryBulk, "entries" | "where" | "count"> => {
      const { entries, where } = choices.get();
      if (where) return { where, count: entries.size };
      const named = entries.size > 0 ? [...entries.values()] : others;
      return { entries: named.map(({ entryId, version }) => ({ entryId, version })) };
    },
    toggle: (entry: Entry, row: number) => {
      setAnchor(row);
      change((next) => {
        if (!next.delete(entry.entryId)) next.set(entry.entryId, entry);
      });
    },
    /** From the row where the choice began to this one. */
    extendTo: (row: number, from: number) => {
      const start = anchor ?? from;
      setAnchor(start);
      return chooseRange(start, row, null);
    },
    chooseAll: () => chooseRange(0, total - 1, filterValues),
    /** Keeps what is chosen as it is now stored. */
    follow: ({ updated, deleted }: EntryBatchResult) =>
      change((next) => {
        for (const { entryId } of deleted) next.delete(entryId);
        for (const entry of updated) if (next.has(entry.entryId)) next.set(entry.entryId, entry);
      }),
    followAct: ({ action, entries, isUndone }: Acted) =>
      change((next) => {
        for (const { entryId, version } of entries) {
          const entry = next.get(entryId);
          if (action === "DELETE") next.delete(entryId);
          else if (entry) {
            next.set(entryId, { ...entry, version, enabled: (action === "ENABLE") !== isUndone });
          }
        }
      }),
    clear: () => {
      stop();
      setAnchor(null);
      choices.set(NONE);
    },
    endRange: () => setAnchor(null),
  };
}

export type EntryChoice = ReturnType<typeof useEntryChoice>;
