import type { EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import { countOf, noStep, type UndoStep, type Writes } from "./entryBatches.ts";
import { type Outcome, type Watch, writeThrough } from "./massWrites.ts";

const MOST_STEPS = 100;

export interface HistoryCalls {
  write(batch: Writes): Promise<EntryBatchResult>;
  /** Shows what was written; rows stay marked until it resolves. */
  written(result: EntryBatchResult): Promise<void>;
}

interface HistoryParts {
  calls: () => HistoryCalls;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onSteps: (steps: readonly UndoStep[]) => void;
}

/** Actions on many entries, and the undo of all actions. */
export function createEntryHistory({ calls, inTurn, onSteps }: HistoryParts) {
  const steps: UndoStep[] = [];
  /** The ids of entries that an undo created again. */
  const renamed = new Map<number, number>();

  const remember = (step: UndoStep) => {
    if (countOf(step) === 0) return;
    steps.push(step);
    if (steps.length > MOST_STEPS) steps.shift();
    onSteps(steps);
  };
  const now = <Ref extends { entryId: number }>(ref: Ref): Ref => {
    let { entryId } = ref;
    for (let id = renamed.get(entryId); id !== undefined; id = renamed.get(id)) entryId = id;
    return { ...ref, entryId };
  };

  return {
    remember,

    /** Writes to many entries. What was written stays if the rest cannot be, and can be undone. */
    write: (
      writes: Writes,
      watch: Watch,
      undo: (result: EntryBatchResult, step: UndoStep) => void,
    ): Promise<Outcome> =>
      inTurn(async () => {
        const { outcome, result } = await writeThrough(writes, watch, calls().write);
        const step = noStep();
        undo(result, step);
        remember(step);
        if (outcome.done > 0) await calls().written(result);
        return outcome;
      }),

    /** Puts the last action back; what is left can be tried again. Null if there is no action. */
    undo: (watch: Watch): Promise<Outcome | null> =>
      inTurn(async () => {
        const step = steps.at(-1);
        if (!step) return null;
        const { outcome, result } = await writeThrough(step, watch, async (batch) => {
          const sent = { update: batch.update.map(now), delete: batch.delete.map(now) };
          const written = await calls().write({ ...batch, ...sent });
          for (const { entryId } of written.created) {
            const old = step.reborn.shift();
            if (old !== undefined) renamed.set(old, entryId);
          }
          return written;
        });
        // Nothing brings back a dictionary that is gone.
        const isOver = outcome.left === 0 || statusOf(outcome.error) === 404;
        if (isOver) {
          steps.splice(steps.indexOf(step), 1);
          onSteps(steps);
        }
        if (outcome.done > 0) await calls().written(result);
        if (!isOver || outcome.left === 0) return outcome;
        const missing = outcome.missing + outcome.left;
        return { ...outcome, missing, left: 0, leftIds: [], error: undefined };
      }),
  };
}
