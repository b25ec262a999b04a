import type { Kysely, Transaction } from "kysely";
import { dueOf } from "../../../../domain/dictionaries/handOver.ts";
import { lockSentences } from "../../../../domain/dictionaries/rules.ts";
import type {
  DictionaryLock,
  EditRequest,
  LockRelease,
  OwnDictionaryLock,
} from "../../../../domain/dictionaries/schemas.ts";
import { formatTime } from "../../../../domain/text/dates.ts";
import { actAsOperation, actAsSystem, acting } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import type { LockTokenHash } from "../../../plugins/preconditions.ts";
import { locked, type ProblemError } from "../../../problem.ts";
import {
  type DictionaryKey,
  findRelease,
  giveLock,
  type Holder,
  type HolderRow,
  insertRelease,
  lockRowOfLock,
  type ReleaseRow,
} from "../queries/locks.ts";
import {
  deleteRequest,
  findTurn,
  lockRowOfRequest,
  type RequestRow,
  type TurnRow,
} from "../queries/requests.ts";

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

/** The operation that the audit log names, whichever call hands over. */
const OPERATION = "handOverLock";

interface Settling {
  leaseSeconds: number;
}

/**
 * Does what is due about the request for a lock (docs/product/dictionaries.md#handing-over):
 * hands the lock over, or drops an expired request. The caller holds the dictionary's row, so that
 * of all who notice it one acts.
 */
export async function settleLock(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { leaseSeconds }: Settling,
): Promise<void> {
  const turn = await lockTurn(trx, key);
  const due = dueOf(turn);
  if (due === "handOver") {
    await notifyHolder(trx, key, turn);
    await actAsSystem(OPERATION, () => giveToNext(trx, key, { leaseSeconds, turn }));
  } else if (due === "drop") {
    await deleteRequest(trx, key);
    await publishLock(trx, key, turn.lockedUntil === null ? "unlocked" : "locked");
  }
}

/** Lock and request, which nobody else can extend until the end of the transaction. */
export async function lockTurn(trx: Transaction<Tables>, key: DictionaryKey): Promise<TurnRow> {
  await lockRowOfLock(trx, key);
  await lockRowOfRequest(trx, key);
  return findTurn(trx, key);
}

/** Lets the token of a holder who loses the lock to the next person learn to whom. */
export async function notifyHolder(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { holder, next }: TurnRow,
): Promise<void> {
  if (!holder || !next) return;
  const release = { cause: "HANDED_OVER", releasedBy: next.userId, reason: "" } as const;
  await insertRelease(trx, key, { ...release, token: holder.token });
}

/**
 * Gives a lock that its holder ends, or has lost, to who waits for it; without anybody it is free.
 * The caller has deleted it.
 */
export async function passOn(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { leaseSeconds, turn }: Settling & { turn: TurnRow },
): Promise<void> {
  if (dueOf({ ...turn, lockedUntil: null }) === "handOver") {
    // A part of another call, which the log names as what it is.
    await actAsOperation(OPERATION, acting().actor, () =>
      giveToNext(trx, key, { leaseSeconds, turn }),
    );
  } else {
    await publishLock(trx, key, "unlocked");
  }
}

/** Gives the lock to who waits, whose token becomes that of the lock. */
export async function giveToNext(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { leaseSeconds, turn: { holder, next, dictionaryName } }: Settling & { turn: TurnRow },
): Promise<void> {
  if (!next) throw new Error("nobody waits for the lock");
  const { userId, token } = next;
  await deleteRequest(trx, key);
  await giveLock(trx, key, { userId, token, leaseSeconds });
  await publishLock(trx, key, "locked");
  await recordEvent(trx, {
    organizationId: key.organizationId,
    target: { kind: "dictionary", id: key.dictionaryId, name: dictionaryName },
    changes: [{ field: "editor", before: holder?.userName ?? null, after: next.userName }],
  });
}
