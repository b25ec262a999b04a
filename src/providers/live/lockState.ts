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

export function refusedLock(error: unknown): LockFields {
  return Reflect.get(Object(error), "body")?.lock ?? NOBODY;
}

export function releaseOf(error: unknown): LockRelease | null {
  return Reflect.get(Object(error), "body")?.release ?? null;
}
