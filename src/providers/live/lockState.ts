import type { LockRelease } from "../../../domain/dictionaries.ts";
import type { LockFields, LockHolder } from "../locks.ts";

/** The state of a record's lock in a screen. */
export type EditLock =
  | { state: "unknown" }
  | { state: "free" }
  | { state: "mine" }
  | { state: "held"; holder: LockHolder }
  /** This tab held it. `release` says who broke it and why; `holder` is its current holder. */
  | { state: "lost"; release: LockRelease | null; holder: LockHolder | null };

const NOBODY: LockFields = {
  lockedAt: null,
  lockedBy: null,
  lockedByName: null,
  lockExpiresAt: null,
};
const MAY_STILL_SUCCEED = [401, 408, 429];

/** The status of an error; 0 if there was no answer. */
export function statusOf(error: unknown): number {
  const status: unknown = Reflect.get(Object(error), "status");
  return typeof status === "number" ? status : 0;
}

/** Whether the server rejected an extension for good; after other errors a retry may succeed. */
export function isDecided(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !MAY_STILL_SUCCEED.includes(status);
}

/** The holder in a 423 LOCKED. */
export function refusedLock(error: unknown): LockFields {
  return Reflect.get(Object(error), "body")?.lock ?? NOBODY;
}

/** Who broke the lock and why, from a 423 LOCK_LOST. */
export function releaseOf(error: unknown): LockRelease | null {
  return Reflect.get(Object(error), "body")?.release ?? null;
}
