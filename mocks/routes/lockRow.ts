import { formatTime } from "../../domain/dates.ts";
import type { DictionaryLock } from "../../domain/dictionaries.ts";
import { lockSentences } from "../../domain/lockSentences.ts";
import type { Call } from "../call.ts";
import { MockProblem } from "../problem.ts";
import type { DictionaryRow, LockRow, UserRow } from "../tables.ts";
import { announce, type World } from "../world.ts";

/** The lease of a lock, as long as the server's by default (design 5). */
export const LEASE_SECONDS = 300;

/** The live lock of a dictionary. One whose lease has passed is none any more. */
export function lockOf({ tables, now }: World, dictionary: DictionaryRow): LockRow | undefined {
  const at = now().toISOString();
  return tables.locks.find(
    ({ dictionaryId, lockExpiresAt }) =>
      dictionaryId === dictionary.dictionaryId && lockExpiresAt > at,
  );
}

/** Who holds a dictionary, as everybody may know it; all null while nobody does. */
export function holderOf(world: World, dictionary: DictionaryRow): DictionaryLock {
  const lock = lockOf(world, dictionary);
  return {
    dictionaryId: dictionary.dictionaryId,
    ...(lock ? heldBy(world, lock) : nobody),
  };
}

const nobody = { lockedAt: null, lockedBy: null, lockedByName: null, lockExpiresAt: null };

/** The lock without its token, with the name of who holds it. */
export function heldBy({ tables }: World, { lockToken: _, dictionaryId: __, ...lock }: LockRow) {
  const holder = tables.users.find(({ userId }) => userId === lock.lockedBy);
  return { ...lock, lockedByName: holder?.userName ?? lock.lockedBy };
}

export function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE_SECONDS * 1000).toISOString();
}

/** Takes the lock of a dictionary away, whoever has it. */
export function release(call: Call, dictionary: DictionaryRow): void {
  const { tables } = call.world;
  const { dictionaryId } = dictionary;
  tables.locks = tables.locks.filter((lock) => lock.dictionaryId !== dictionaryId);
  tell(call, dictionary, "unlocked");
}

export function tell(call: Call, dictionary: DictionaryRow, type: "locked" | "unlocked"): void {
  announce(call.world, "dictionaries", { ...dictionary, id: dictionary.dictionaryId }, type);
}

/** 423 for a lock of somebody else, or of one's own in another tab. */
export function lockedProblem(world: World, lock: LockRow, asker: UserRow): MockProblem {
  const holder = { ...heldBy(world, lock), dictionaryId: lock.dictionaryId };
  const message =
    lock.lockedBy === asker.userId
      ? lockSentences.ownOtherTab
      : lockSentences.heldBy(holder.lockedByName, formatTime(lock.lockedAt));
  return new MockProblem(423, "LOCKED", { message, extra: { lock: holder } });
}

/** 423 for a token whose lock is gone; tells by whom it was broken, where it was. */
export function lostProblem({ tables }: World, lockToken: string): MockProblem {
  const broken = tables.releases.find((each) => each.lockToken === lockToken);
  return new MockProblem(423, "LOCK_LOST", broken ? { extra: { release: broken.release } } : {});
}

export const preconditionRequired = () => new MockProblem(428, "PRECONDITION_REQUIRED");

/** The token that a request carries. */
export function tokenIn({ request }: Call): string | null {
  return request.headers.get("x-lock-token");
}

/**
 * Throws unless a dictionary may be written by this request (design 5, Lock): with the token of
 * its live lock, or with If-Match while nobody holds it.
 */
export function refuseLocked(call: Call, dictionary: DictionaryRow): void {
  const token = tokenIn(call);
  const lock = lockOf(call.world, dictionary);
  if (token) {
    if (lock?.lockToken !== token) throw lostProblem(call.world, token);
  } else if (lock) {
    throw lockedProblem(call.world, lock, call.user);
  } else if (!call.request.headers.has("if-match")) {
    throw preconditionRequired();
  }
}
