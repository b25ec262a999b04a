import type {
  DictionaryLock,
  EditRequest,
  LockRelease,
  OwnDictionaryLock,
} from "../../../domain/dictionaries/schemas.ts";
import type { Holder, HolderRow } from "./queries/locks.ts";
import type { ReleaseRow } from "./queries/releases.ts";
import type { RequestRow } from "./queries/requests.ts";

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

/** With the message, which only the holder and the user who asks read. */
export function presentRequest(row: RequestRow): EditRequest {
  return {
    requestId: row.request_id,
    requestedBy: row.requested_by,
    requestedByName: row.requested_by_name,
    requestedAt: row.requested_at.toISOString(),
    handOverAt: row.hand_over_at?.toISOString() ?? null,
    message: row.message,
  };
}

/** What ended a lock; the row of a refused request says nothing about one. */
export function presentRelease({ cause, ...row }: ReleaseRow): LockRelease | undefined {
  if (cause === "REFUSED") return undefined;
  return {
    cause,
    releasedBy: row.released_by,
    releasedByName: row.released_by_name,
    releasedAt: row.released_at.toISOString(),
    reason: row.reason,
  };
}
