import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { MOST_OPERATIONS } from "../../../../domain/entries/rules.ts";
import type { Entry, EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { messageFor } from "../../../providers/problems/errorMessage.ts";
import { endsLock } from "../lockRefusal.ts";
import type { Outcome, Watch } from "./entryHistory.ts";
import { type EntryPages, PAGE_ROWS } from "./entryPages.ts";

export type WorkKind = "enabled" | "disabled" | "deleted" | "undone" | "redone";

/** Whether it puts an action back, or does it again. */
export const isInHistory = (kind: WorkKind): kind is "undone" | "redone" =>
  kind === "undone" || kind === "redone";

/** An action that takes more than one batch. */
export interface MassWork {
  kind: WorkKind;
  done: number;
  total: number;
  state: "running" | "stopping" | "ended";
  /** How it ended before it was complete. */
  outcome?: Outcome;
}

/** Runs one action on entries at a time; those of more than a batch can be watched and stopped. */
export function useEntryWork(refused: (error: unknown) => void) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [mass, setMass] = useState<MassWork | null>(null);
  const running = useRef<AbortController>(undefined);
  // Leaving the page ends the action after its current batch.
  useEffect(() => () => running.current?.abort(), []);

  function tell(kind: WorkKind, { done, missing, left, error }: Outcome) {
    const messageArgs = { count: formatNumber(done), missing: formatNumber(missing) };
    if (error !== undefined) refused(error);
    else if (missing > 0 && done === 0) {
      notify(`resources.entries.missing.${isInHistory(kind) ? kind : "all"}`, {
        type: "warning",
      });
    } else if (missing > 0) {
      notify("resources.entries.missing.some", { type: "warning", messageArgs });
    } else if (left === 0) {
      notify(done > 0 ? `resources.entries.done.${kind}` : "app.form.unchanged", {
        type: "success",
        messageArgs,
      });
    }
  }

  /** Resolves to null where there was nothing to do, or another action is still running. */
  async function run(
    kind: WorkKind,
    work: (watch: Watch) => Promise<Outcome | null>,
  ): Promise<Outcome | null> {
    if (running.current || mass) return null;
    const cancel = new AbortController();
    running.current = cancel;
    setBusy(true);
    let isMass = false;
    const onProgress = (done: number, total: number) => {
      isMass = total > MOST_OPERATIONS;
      if (isMass) setMass((now) => ({ kind, state: "running", ...now, done, total }));
    };
    try {
      const outcome = await work({ signal: cancel.signal, onProgress });
      const isPartial = isMass && outcome !== null && outcome.left > 0;
      setMass((now) => (now && isPartial ? { ...now, state: "ended", outcome } : null));
      if (outcome && !isPartial) tell(kind, outcome);
      // The dialog says why; the page looks whether it still has its lock.
      else if (endsLock(outcome?.error)) refused(outcome?.error);
      return outcome;
    } finally {
      running.current = undefined;
      setBusy(false);
    }
  }

  return {
    busy: busy || mass !== null,
    mass,
    run,
    stop: () => {
      running.current?.abort();
      setMass((now) => now && { ...now, state: "stopping" });
    },
    close: () => setMass(null),
  };
}

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
