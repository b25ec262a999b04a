import type { Transaction } from "kysely";
import { dueOf } from "../../../../domain/dictionaries/handOver.ts";
import { actAsOperation, actAsSystem, acting } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { type DictionaryKey, giveLock, lockRowOfLock } from "../queries/locks.ts";
import { insertRelease } from "../queries/releases.ts";
import { deleteRequest, findTurn, lockRowOfRequest, type TurnRow } from "../queries/requests.ts";
import { publishLock } from "./lockAnswers.ts";

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
