import type { EditRequest, LockRelease } from "../../../domain/dictionaries/schemas.ts";
import { answerOf } from "../../writes/problem.ts";
import type { LockFields, LockHolder } from "../data/locks.ts";
import { userProfile } from "../signIn/userProfile.ts";

export type EditLock =
  | { state: "unknown" }
  | { state: "free" }
  /** `request`: another user waits for it. */
  | { state: "mine"; request?: EditRequest }
  | { state: "held"; holder: LockHolder; request?: EditRequest }
  /**
   * This tab held it. `release` says who broke it and why; `rightLost`: the user may not write any
   * more; `holder` is its current holder.
   */
  | {
      state: "lost";
      release: LockRelease | null;
      rightLost: boolean;
      holder: LockHolder | null;
      request?: EditRequest;
    };

/** The request of this tab for a lock that another person holds, or what became of it. */
export type Asking =
  | { state: "none" }
  /** `handOverAt`: when the holder will hand over, an ISO string, once that is known. */
  | { state: "waiting"; handOverAt: string | null }
  | { state: "refused"; by: string | null; reason: string }
  /** It has ended otherwise: expired, or made again in another tab. */
  | { state: "ended" }
  | { state: "granted" };

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

/** Who else waits for a lock, as a part of its state; the own request may be made again. */
export function requestOf(lock: Pick<LockFields, "request"> | null): { request?: EditRequest } {
  const request = lock?.request;
  return request && request.requestedBy !== userProfile.get().userId ? { request } : {};
}

export function refusedLock(error: unknown): LockFields {
  const answer = answerOf(error);
  return answer?.code === "LOCKED" ? answer.lock : NOBODY;
}

/** Who has the lock after its release, as far as that says it. */
export function nextHolder(release: LockRelease | null): LockHolder | null {
  if (release?.cause !== "HANDED_OVER" || release.releasedByName === null) return null;
  return { name: release.releasedByName, since: release.releasedAt, isMe: false };
}

export function releaseOf(error: unknown): LockRelease | null {
  const answer = answerOf(error);
  return (answer?.code === "LOCK_LOST" ? answer.release : null) ?? null;
}
