import type { EntryBatchResult } from "../../../../domain/entries/schemas.ts";
import { countOf, dropDone, dropMissing, firstBatch, type Writes } from "./entryBatches.ts";

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
export async function writeThrough(
  writes: Writes,
  { signal, onProgress }: Watch,
  send: (batch: Writes) => Promise<EntryBatchResult>,
): Promise<{ outcome: Outcome; result: EntryBatchResult }> {
  const total = countOf(writes);
  const result: EntryBatchResult = { created: [], updated: [], deleted: [] };
  let [done, missing] = [0, 0];
  let error: unknown;
  onProgress(0, total);
  while (countOf(writes) > 0 && !signal.aborted && error === undefined) {
    const batch = firstBatch(writes);
    try {
      const { created, updated, deleted } = await send(batch);
      result.created.push(...created);
      result.updated.push(...updated);
      result.deleted.push(...deleted);
      dropDone(writes, batch);
      done += countOf(batch);
    } catch (reason) {
      const dropped = dropMissing(writes, reason);
      missing += dropped;
      if (dropped === 0) error = reason;
    }
    onProgress(done + missing, total);
  }
  const leftIds = [...writes.update, ...writes.delete].map(({ entryId }) => entryId);
  return { outcome: { done, missing, left: countOf(writes), leftIds, error }, result };
}
