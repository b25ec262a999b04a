import type { EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import {
  countOf,
  dropDone,
  dropMissing,
  firstBatch,
  noStep,
  sendBatches,
  type UndoStep,
  type Writes,
} from "./entryBatches.ts";

const MOST_STEPS = 100;

export interface HistoryCalls {
  /** `sending` hears the Idempotency-Key before the batch leaves. */
  write(batch: Writes, sending?: (key: string) => void): Promise<EntryBatchResult>;
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
        const { outcome, result } = await writeThrough(writes, watch, (batch) =>
          calls().write(batch),
        );
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

/** Sees how far an action has come, and stops it between two batches. */
export interface Watch {
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** How far an action came: complete if nothing is left. */
export interface Outcome {
  done: number;
  /** Entries that were deleted before. */
  missing: number;
  left: number;
  /** The entries to change or delete that are left. */
  leftIds: readonly number[];
  /** Why it ended; undefined if it is complete or was stopped. */
  error: unknown;
}

/** Sends writes by batches and takes out of them what is done or missing; the rest can be sent again. */
async function writeThrough(
  writes: Writes,
  { signal, onProgress }: Watch,
  send: (batch: Writes) => Promise<EntryBatchResult>,
): Promise<{ outcome: Outcome; result: EntryBatchResult }> {
  const total = countOf(writes);
  const result: EntryBatchResult = { created: [], updated: [], deleted: [] };
  let [done, missing] = [0, 0];
  let error: unknown;
  onProgress(0, total);
  await sendBatches({
    next: () => (countOf(writes) > 0 && !signal.aborted ? firstBatch(writes) : undefined),
    send,
    done: (batch, { created, updated, deleted }) => {
      result.created.push(...created);
      result.updated.push(...updated);
      result.deleted.push(...deleted);
      dropDone(writes, batch);
      done += countOf(batch);
      onProgress(done + missing, total);
    },
    failed: (_, reason) => {
      const dropped = dropMissing(writes, reason);
      missing += dropped;
      if (dropped === 0) error = reason;
      onProgress(done + missing, total);
      return dropped > 0;
    },
  });
  const leftIds = [...writes.update, ...writes.delete].map(({ entryId }) => entryId);
  return { outcome: { done, missing, left: countOf(writes), leftIds, error }, result };
}
