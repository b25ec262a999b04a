import { heartbeatSeconds } from "./rules.ts";

/** How long a holder may go on who hands the lock over later. */
export const HAND_OVER_MINUTES = 5;

/** The longest message of a request, and the longest reason of a refusal, in characters. */
export const LONGEST_MESSAGE = 200;

/**
 * Seconds that a request lasts without a sign of its page: two heartbeats of the lock. Browsers let
 * the timers of a hidden page run once a minute only, and a person who waits looks elsewhere.
 */
export function requestSeconds(leaseSeconds: number): number {
  return 2 * heartbeatSeconds(leaseSeconds);
}

/** A lock and the request for it, with times in ms of one clock. */
export interface Turn {
  now: number;
  /** The end of the lock's lease; null if nobody holds it. */
  lockedUntil: number | null;
  request: { until: number; handOverAt: number | null } | null;
}

/**
 * What is due (docs/product/dictionaries.md#handing-over): the lock goes to who waits when nobody
 * holds it any more, or at the time that the holder has named; a request whose page gives no sign
 * is dropped. An instant that is reached has passed.
 */
export function dueOf({ now, lockedUntil, request }: Turn): "handOver" | "drop" | "nothing" {
  if (!request) return "nothing";
  if (request.until <= now) return "drop";
  const isHeld = lockedUntil !== null && lockedUntil > now;
  const isAgreed = request.handOverAt !== null && request.handOverAt <= now;
  return isHeld && !isAgreed ? "nothing" : "handOver";
}

/** Who holds a lock and who waits for it, by userId; null for nobody. */
export interface LockPeople {
  heldBy: string | null;
  awaitedBy: string | null;
}

/**
 * What asking for a lock means for a person: a free one is taken, a user who waits already asks again (in
 * another tab, or since the answer was lost), and one person waits at a time.
 */
export function askingOf(
  userId: string,
  { heldBy, awaitedBy }: LockPeople,
): "take" | "ownTab" | "othersWait" | "ask" {
  if (heldBy === userId) return "ownTab";
  if (awaitedBy !== null && awaitedBy !== userId) return "othersWait";
  return heldBy === null ? "take" : "ask";
}
