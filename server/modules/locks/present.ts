import type {
  DictionaryLock,
  LockRelease,
  OwnDictionaryLock,
} from "../../../domain/dictionaries/schemas.ts";
import type { Holder, HolderRow } from "./queries/locks.ts";
import type { ReleaseRow } from "./queries/releases.ts";

const unlocked = { lockedAt: null, lockedBy: null, lockedByName: null, lockExpiresAt: null };

export function presentHolder(row: HolderRow): Omit<DictionaryLock, "dictionaryId"> {
  return row.locked_by === null ? unlocked : presentHeld(row);
}

export function presentHeld(row: Holder): Omit<OwnDictionaryLock, "dictionaryId" | "lockToken"> {
  return {
    lockedAt: row.locked_at.toISOString(),
    lockedBy: row.locked_by,
    lockedByName: row.locked_by_name,
    lockExpiresAt: row.lease_expires_at.toISOString(),
  };
}

export function presentRelease(row: ReleaseRow): LockRelease {
  return {
    cause: row.cause,
    releasedBy: row.released_by,
    releasedByName: row.released_by_name,
    releasedAt: row.released_at.toISOString(),
    reason: row.reason,
  };
}
