import type { LockRelease } from "../../../domain/dictionaries.ts";
import type { LockFields, LockHolder } from "../locks.ts";

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

export function statusOf(error: unknown): number {
  const status: unknown = Reflect.get(Object(error), "status");
  return typeof status === "number" ? status : 0;
}

/** Whether the server rejected a request for good; after other errors a retry may succeed. */
export function isDecided(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !MAY_STILL_SUCCEED.includes(status);
}

export function refusedLock(error: unknown): LockFields {
  return Reflect.get(Object(error), "body")?.lock ?? NOBODY;
}

export function releaseOf(error: unknown): LockRelease | null {
  return Reflect.get(Object(error), "body")?.release ?? null;
}
