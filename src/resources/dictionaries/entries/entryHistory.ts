import type { EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import {
  type CellChange,
  countOf,
  dropDone,
  dropMissing,
  firstBatch,
  noStep,
  type Operations,
  type RowChange,
  type Step,
  sendBatches,
  undoBatch,
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
  /** Changes unsaved rows where they are as a step expects; returns what puts them back. */
  changeRows: (rows: readonly RowChange[]) => RowChange[];
  onSteps: (steps: readonly Step[]) => void;
}

/** Actions on many entries, the undo of all actions, and their redo. */
export function createEntryHistory({ calls, inTurn, changeRows, onSteps }: HistoryParts) {
  const steps: Step[] = [];
  /** Do again what was put back; the next action forgets them. */
  const undone: Step[] = [];
  /** The ids of entries that were created again. */
  const renamed = new Map<number, number>();

  const push = (step: Step, onto: Step[]) => {
    if (isEmpty(step)) return;
    onto.push(step);
    if (onto.length > MOST_STEPS) onto.shift();
    onSteps(steps);
  };
  const remember = (step: Step) => {
    if (!isEmpty(step)) undone.length = 0;
    push(step, steps);
  };
  const now = <Ref extends { entryId: number }>(ref: Ref): Ref => {
    let { entryId } = ref;
    for (let id = renamed.get(entryId); id !== undefined; id = renamed.get(id)) entryId = id;
    return { ...ref, entryId };
  };

  /** Takes the last of these steps, and puts what takes it back onto others; null without a step. */
  const take = (from: Step[], onto: Step[], watch: Watch): Promise<Outcome | null> =>
    inTurn(async () => {
      const step = from.at(-1);
      if (!step) return null;
      const back = noStep();
      const { outcome, result } = await writeThrough(step, watch, async (batch) => {
        const sent = { ...batch, update: batch.update.map(now), delete: batch.delete.map(now) };
        const written = await calls().write(writesOfStep(sent));
        undoBatch(back, sent, written);
        for (const { entryId } of written.created) {
          const old = step.reborn.shift();
          if (old !== undefined) renamed.set(old, entryId);
        }
        return written;
      });
      // Nothing brings back a dictionary that is gone.
      const isOver = outcome.left === 0 || statusOf(outcome.error) === 404;
      if (isOver) {
        from.splice(from.indexOf(step), 1);
        back.rows = changeRows(step.rows);
        onSteps(steps);
      }
      push(back, onto);
      if (outcome.done > 0) await calls().written(result);
      const done = outcome.done + back.rows.length;
      if (!isOver || outcome.left === 0) return { ...outcome, done };
      const missing = outcome.missing + outcome.left;
      return { ...outcome, done, missing, left: 0, leftIds: [], error: undefined };
    });

  return {
    remember,

    /** Writes to many entries. What was written stays if the rest cannot be, and can be undone. */
    write: (
      writes: Writes,
      watch: Watch,
      undo: (result: EntryBatchResult, step: Step) => void,
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
    undo: (watch: Watch) => take(steps, undone, watch),

    /** Does again what the last undo put back. Null if there is none, or another action came since. */
    redo: (watch: Watch) => take(undone, steps, watch),
  };
}

const isEmpty = (step: Step) => countOf(step) === 0 && step.rows.length === 0;

const writesOfStep = (step: Operations<CellChange>): Writes => ({
  ...step,
  update: step.update.map(({ entryId, cells }) => ({ entryId, ...cells })),
});

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
async function writeThrough<Change extends { entryId: number }>(
  writes: Operations<Change>,
  { signal, onProgress }: Watch,
  send: (batch: Operations<Change>) => Promise<EntryBatchResult>,
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
