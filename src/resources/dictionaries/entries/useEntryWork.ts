import { useEffect, useRef, useState } from "react";
import { useNotify } from "react-admin";
import { MOST_OPERATIONS } from "../../../../domain/entries/rules.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { endsLock } from "../refusal.ts";
import type { Outcome, Watch } from "./massWrites.ts";

export type WorkKind = "enabled" | "disabled" | "deleted" | "undone";

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
      notify(`resources.entries.missing.${kind === "undone" ? "undo" : "all"}`, {
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
