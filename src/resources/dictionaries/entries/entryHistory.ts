import type {
  EntryAction,
  EntryBulk,
  EntryBulkResult,
  EntryUndo,
  EntryUndoResult,
} from "../../../../domain/entries/bulk.ts";
import type { EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import type { ChangedEntry } from "../../../../domain/imports/schemas.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import {
  type Act,
  type CellChange,
  countOf,
  dropMissing,
  noStep,
  type Operations,
  type RowChange,
  type Step,
  undoBatch,
  type Writes,
} from "./entryBatches.ts";

const MOST_STEPS = 100;

export interface HistoryCalls {
  /** `sending` hears the Idempotency-Key before the batch leaves. */
  write(batch: Writes, sending?: (key: string) => void): Promise<EntryBatchResult>;
  /** Shows what was written; rows stay marked until it resolves. */
  written(result: EntryBatchResult): Promise<void>;
  bulk(body: EntryBulk): Promise<EntryBulkResult>;
  undoAct(actId: number, body: EntryUndo): Promise<EntryUndoResult>;
  /** Shows what was done to many entries, or undone. */
  acted(done: Acted): Promise<void>;
}

export interface Acted {
  action: EntryAction;
  entries: EntryBulkResult["entries"];
  isUndone: boolean;
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

  /** Notes the versions that this page has given entries since they were part of an act. */
  const own = (entries: EntryBulkResult["entries"]) => {
    for (const { act } of steps) {
      const ids = act && new Set(act.entryIds);
      for (const { entryId, version } of entries) {
        if (ids?.has(entryId)) act?.own.set(entryId, version);
      }
    }
  };

  /** Does an act of the server, and remembers it. */
  async function doAct(body: EntryBulk, onto: Step[]): Promise<Outcome> {
    const { actId, entries, missing } = await calls().bulk(body);
    const entryIds = entries.map(({ entryId }) => entryId);
    const act: Act = { action: body.action, entryIds, actId, own: new Map() };
    if (onto === steps) own(entries);
    if (actId !== null) push({ ...noStep(), act }, onto);
    if (entries.length > 0) {
      await calls().acted({ action: body.action, entries, isUndone: false });
    }
    const isFinal = actId === null && entries.length > 0;
    return { ...nothing, done: entries.length, missing, isFinal };
  }

  async function undoAct(act: Act, actId: number, onto: Step[]): Promise<Outcome> {
    const versions = [...act.own].map(([entryId, version]) => ({ entryId, version }));
    const { entries, kept, keptCount } = await calls().undoAct(actId, { entries: versions });
    own(entries);
    const entryIds = entries.map(({ entryId }) => entryId);
    if (entries.length > 0) {
      push({ ...noStep(), act: { ...act, entryIds, actId: null, own: new Map() } }, onto);
      await calls().acted({ action: act.action, entries, isUndone: true });
    }
    return { ...nothing, done: entries.length, kept, keptCount };
  }

  async function takeAct(step: Step, act: Act, from: Step[], onto: Step[]): Promise<Outcome> {
    const drop = () => {
      from.splice(from.indexOf(step), 1);
      onSteps(steps);
    };
    try {
      const { action, actId } = act;
      const entries = act.entryIds.map((entryId) => now({ entryId }));
      const outcome =
        actId === null ? await doAct({ action, entries }, onto) : await undoAct(act, actId, onto);
      drop();
      return outcome;
    } catch (error) {
      if (statusOf(error) !== 404) return { ...nothing, error };
      drop();
      return { ...nothing, missing: act.entryIds.length };
    }
  }

  /** Takes the last of these steps, and puts what takes it back onto others; null without a step. */
  const take = (from: Step[], onto: Step[]): Promise<Outcome | null> =>
    inTurn(async () => {
      const step = from.at(-1);
      if (!step) return null;
      if (step.act) return takeAct(step, step.act, from, onto);
      const back = noStep();
      const { outcome, result } = await writePresent(step, async (batch) => {
        const sent = { ...batch, update: batch.update.map(now), delete: batch.delete.map(now) };
        const written = await calls().write(writesOfStep(sent));
        undoBatch(back, sent, written);
        for (const { entryId } of written.created) {
          const old = step.formerIds.shift();
          if (old !== undefined) renamed.set(old, entryId);
        }
        return written;
      });
      // Nothing brings back a deleted dictionary.
      if (outcome.error !== undefined && statusOf(outcome.error) !== 404) return outcome;
      from.splice(from.indexOf(step), 1);
      back.rows = changeRows(step.rows);
      onSteps(steps);
      push(back, onto);
      own(result.updated);
      if (outcome.done > 0) await calls().written(result);
      const missing = outcome.missing + (outcome.error === undefined ? 0 : countOf(step));
      return { ...nothing, done: outcome.done + back.rows.length, missing };
    });

  return {
    remember,

    /** Does to many entries what one request does, which can be undone. `bodyOf` is asked in its turn. */
    act: (bodyOf: () => EntryBulk): Promise<Outcome> =>
      inTurn(async () => {
        try {
          const outcome = await doAct(bodyOf(), steps);
          if (outcome.done > 0) undone.length = 0;
          return outcome;
        } catch (error) {
          return { ...nothing, error };
        }
      }),

    /** Puts the last action back. Null if there is no action. */
    undo: () => take(steps, undone),

    /** Does again what the last undo put back. Null if there is none, or another action came since. */
    redo: () => take(undone, steps),
  };
}

const isEmpty = (step: Step) => countOf(step) === 0 && step.rows.length === 0 && !step.act;

const writesOfStep = (step: Operations<CellChange>): Writes => ({
  ...step,
  update: step.update.map(({ entryId, cells }) => ({ entryId, ...cells })),
});

/** What an action did. */
export interface Outcome {
  done: number;
  /** Entries that were deleted before. */
  missing: number;
  /** Entries that an undo leaves, because they have changed since, and the first of them. */
  keptCount: number;
  kept: readonly ChangedEntry[];
  /** It cannot be undone, for want of room on the server. */
  isFinal: boolean;
  /** Why nothing was done; undefined otherwise. */
  error: unknown;
}

const nothing: Outcome = {
  done: 0,
  missing: 0,
  keptCount: 0,
  kept: [],
  isFinal: false,
  error: undefined,
};

/** Sends writes, without the deleted entries. */
async function writePresent<Change extends { entryId: number }>(
  writes: Operations<Change>,
  send: (batch: Operations<Change>) => Promise<EntryBatchResult>,
): Promise<{ outcome: Outcome; result: EntryBatchResult }> {
  const result: EntryBatchResult = { created: [], updated: [], deleted: [] };
  let missing = 0;
  while (countOf(writes) > 0) {
    try {
      const done = countOf(writes);
      return { outcome: { ...nothing, done, missing }, result: await send(writes) };
    } catch (error) {
      const dropped = dropMissing(writes, error);
      if (dropped === 0) return { outcome: { ...nothing, missing, error }, result };
      missing += dropped;
    }
  }
  return { outcome: { ...nothing, missing }, result };
}
