import type { LockRelease } from "../../../domain/dictionaries.ts";
import type { LockFields, LockHolder } from "../locks.ts";

/** What a screen knows of the lock of its record. */
export type EditLock =
  | { state: "unknown" }
  | { state: "free" }
  /** This tab holds it. */
  | { state: "mine" }
  | { state: "held"; holder: LockHolder }
  /**
   * This tab held it; `release` says who broke it and why, where somebody did, `holder` who has
   * taken it since.
   */
  | { state: "lost"; release: LockRelease | null; holder: LockHolder | null };

const NOBODY: LockFields = {
  lockedAt: null,
  lockedBy: null,
  lockedByName: null,
  lockExpiresAt: null,
};
const MAY_STILL_SUCCEED = [401, 408, 429];

/** The status of a refusal; 0 where no answer came. */
export function statusOf(error: unknown): number {
  const status: unknown = Reflect.get(Object(error), "status");
  return typeof status === "number" ? status : 0;
}

/** Whether the server refused an extension for good; anything else may succeed a moment later. */
export function isDecided(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !MAY_STILL_SUCCEED.includes(status);
}

/** The holder that 423 LOCKED names. */
export function refusedLock(error: unknown): LockFields {
  return Reflect.get(Object(error), "body")?.lock ?? NOBODY;
}

/** Who broke the lock and why, where 423 LOCK_LOST says so. */
export function releaseOf(error: unknown): LockRelease | null {
  return Reflect.get(Object(error), "body")?.release ?? null;
}
