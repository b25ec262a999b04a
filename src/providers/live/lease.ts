import { heartbeatSeconds } from "../../../domain/dictionaries/rules.ts";
import type { Lock } from "../data/locks.ts";
import { retryAfterMs } from "../problems/answerStatus.ts";

/** How often to check for a due heartbeat: timers stop while a computer sleeps. */
const LOOK_MS = 5_000;
const LONGEST_ANSWER_MS = 10_000;

interface LeaseCallbacks<Answer> {
  extend: (signal: AbortSignal) => Promise<Answer>;
  isDecided: (error: unknown) => boolean;
  onExtended: (answer: Answer) => void;
  /** The lease is over: rejected, or not extended before its end. */
  onLost: (error: unknown) => void;
}

export interface Lease {
  /** Sends a heartbeat now, for example after a sleep or an event about the lock. */
  beat(): void;
  stop(): void;
}

/** The length in ms of a new lease: the difference of two instants of the server. */
export function leaseLength({ lockedAt, lockExpiresAt }: Lock): number {
  return Date.parse(lockExpiresAt) - Date.parse(lockedAt);
}

/**
 * Keeps a lease of this length in ms alive by heartbeats. The client's clock is only compared with
 * itself.
 */
export function createLease<Answer>(length: number, callbacks: LeaseCallbacks<Answer>): Lease {
  const { extend, isDecided, onExtended, onLost } = callbacks;
  const interval = heartbeatSeconds(length / 1000) * 1000;
  const lookEvery = Math.min(interval, LOOK_MS);
  let extendedAt = Date.now();
  let due = extendedAt + interval;
  let refusedUntil = 0;
  let beating = false;
  let again = false;
  let over = false;

  const timer = window.setInterval(() => {
    if (Date.now() >= due) void beat();
  }, lookEvery);

  function stop(): void {
    over = true;
    window.clearInterval(timer);
  }

  async function beat(): Promise<void> {
    again = beating;
    if (beating || over || Date.now() < refusedUntil) return;
    beating = true;
    try {
      const answer = await extend(AbortSignal.timeout(Math.min(length, LONGEST_ANSWER_MS)));
      extendedAt = Date.now();
      due = extendedAt + interval;
      if (!over) onExtended(answer);
    } catch (error) {
      // Whatever the server says, one more heartbeat must reach it within the lease.
      const last = extendedAt + length - 2 * lookEvery;
      refusedUntil = Math.min(Date.now() + (retryAfterMs(error) ?? 0), last);
      due = Math.max(Date.now() + lookEvery, refusedUntil);
      if (!over && (isDecided(error) || Date.now() >= extendedAt + length)) {
        stop();
        onLost(error);
      }
    }
    beating = false;
    if (again) await beat();
  }

  return { beat: () => void beat(), stop };
}
