import type { Kysely, Transaction } from "kysely";
import { lockSentences } from "../../../../domain/dictionaries/rules.ts";
import type {
  DictionaryLock,
  EditRequest,
  LockRelease,
  OwnDictionaryLock,
} from "../../../../domain/dictionaries/schemas.ts";
import { formatTime } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import type { LockTokenHash } from "../../../plugins/preconditions.ts";
import { locked, type ProblemError } from "../../../problem.ts";
import type { DictionaryKey, Holder, HolderRow } from "../queries/locks.ts";
import { findRelease, type ReleaseRow } from "../queries/releases.ts";
import type { RequestRow } from "../queries/requests.ts";

/** 423 for a dictionary locked by another user or tab; `lock` names the holder. */
export function lockedBy(
  holder: Holder,
  { dictionaryId, userId }: { dictionaryId: number; userId: string },
): ProblemError {
  return locked("LOCKED", {
    message: heldSentence(holder, userId),
    extra: { lock: { dictionaryId, ...presentHolder(holder) } },
  });
}

/** Why a user cannot write a dictionary without the token of its lock. */
export function heldSentence(holder: Holder, userId: string): string {
  return holder.locked_by === userId
    ? lockSentences.ownOtherTab
    : lockSentences.heldBy(holder.locked_by_name, formatTime(holder.locked_at));
}

/** 423 for a token whose lock has ended; `release` says who ended it and why, or who has got it. */
export async function lockLost(
  db: Kysely<Tables>,
  key: DictionaryKey,
  token: LockTokenHash,
): Promise<ProblemError> {
  const row = await findRelease(db, key, token);
  const release = row && presentRelease(row);
  return locked("LOCK_LOST", release ? { extra: { release } } : {});
}

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
function presentRelease({ cause, ...row }: ReleaseRow): LockRelease | undefined {
  if (cause === "REFUSED") return undefined;
  return {
    cause,
    releasedBy: row.released_by,
    releasedByName: row.released_by_name,
    releasedAt: row.released_at.toISOString(),
    reason: row.reason,
  };
}

export function publishLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  type: "locked" | "unlocked",
): Promise<void> {
  return publishUnlogged(trx, { organizationId, resource: "dictionaries", id: dictionaryId }, type);
}
