import type { LockRelease } from "../../../domain/dictionaries/schemas.ts";
import { answerOf } from "../../writes/problem.ts";
import type { LockFields, LockHolder } from "../data/locks.ts";

export type EditLock =
  | { state: "unknown" }
  | { state: "free" }
  | { state: "mine" }
  | { state: "held"; holder: LockHolder }
  /**
   * This tab held it. `release` says who broke it and why; `rightLost`: the user may not write any
   * more; `holder` is its current holder.
   */
  | {
      state: "lost";
      release: LockRelease | null;
      rightLost: boolean;
      holder: LockHolder | null;
    };

const NOBODY: LockFields = {
  lockedAt: null,
  lockedBy: null,
  lockedByName: null,
  lockExpiresAt: null,
};

/**
 * Whether a write or a heartbeat failed because the user may not write any more. Before the server
 * looks at the lock, it refuses users without the right.
 */
export function isRightLost(error: unknown): boolean {
  return answerOf(error)?.code === "FORBIDDEN" || releaseOf(error)?.cause === "RIGHT_LOST";
}

export function refusedLock(error: unknown): LockFields {
  const answer = answerOf(error);
  return answer?.code === "LOCKED" ? answer.lock : NOBODY;
}

export function releaseOf(error: unknown): LockRelease | null {
  const answer = answerOf(error);
  return (answer?.code === "LOCK_LOST" ? answer.release : null) ?? null;
}
