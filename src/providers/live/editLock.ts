import type { Identifier } from "react-admin";
import { lockTopic } from "../../../domain/events.ts";
import {
  heldLock,
  holderOf,
  type Lock,
  type LockCalls,
  type LockedResource,
  type LockHolder,
} from "../data/locks.ts";
import { connectivity } from "../http/connectivity.ts";
import { isDecided, retryAfterMs, statusOf } from "../problems/answerStatus.ts";
import { userProfile } from "../signIn/userProfile.ts";
import { createStore } from "../store.ts";
import type { LiveMethods } from "./createLive.ts";
import { crowd } from "./crowd.ts";
import { createLease, type Lease, leaseLength } from "./lease.ts";
import { createLockRequest, type RequestCalls } from "./lockRequests.ts";
import {
  type EditLock,
  isRightLost,
  nextHolder,
  refusedLock,
  releaseOf,
  requestOf,
} from "./lockState.ts";

export interface EditLockTarget {
  provider: () => LockCalls & RequestCalls & LiveMethods;
  resource: LockedResource;
  id: Identifier;
}

const UNKNOWN: EditLock = { state: "unknown" };
const FREE: EditLock = { state: "free" };
const MINE: EditLock = { state: "mine" };
/** If a read fails, no event repeats it, so it is retried after this time. */
const READ_LATER_MS = 2_000;

/**
 * The lock of a record in one screen of one tab: followed, held and lost
 * (docs/product/dictionaries.md#lock).
 */
export function createEditLock({ provider, resource, id }: EditLockTarget) {
  const { get, set: become, subscribe } = createStore<EditLock>(UNKNOWN);
  let lease: Lease | undefined;
  let active = false;
  let readLater: number | undefined;
  let readSoon: number | undefined;
  let refusedUntil = 0;
  /** lockedAt of a lost lock that the server may still hold for this tab. */
  let lostSince: string | undefined;

  // Actions run one after the other. A read during an action is repeated after it.
  let doing: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let turns = 0;
  let readAgain = false;
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    pending += 1;
    const result = doing.then(work).finally(() => {
      pending -= 1;
      turns += 1;
      if (pending > 0 || !readAgain) return;
      readAgain = false;
      look();
    });
    doing = result.catch(() => {});
    return result;
  };

  const show = (lock: Lock | null) => {
    const holder = holderNow(lock);
    // An answer to a request says nothing about the next holder.
    if (!holder) request.forgetAnswer();
    become(holder ? { state: "held", holder, ...requestOf(lock) } : FREE);
  };

  /** A lost lock stays lost until the person confirms it; its current holder is updated. */
  const showNext = (lock: Lock | null) => {
    const state = get();
    if (state.state !== "lost") return show(lock);
    const isOwn = lock?.lockedAt === lostSince;
    const { request: _, ...rest } = state;
    become({ ...rest, holder: isOwn ? null : holderNow(lock), ...requestOf(lock) });
  };

  const stopWaiting = () => {
    window.clearTimeout(readLater);
    window.clearTimeout(readSoon);
    readSoon = undefined;
  };
  /** All screens of the record hear an event at once; only one of them has a lease. */
  const onEvent = () => {
    request.beat();
    if (lease) lease.beat();
    else if (Date.now() >= refusedUntil) readSoon ??= window.setTimeout(follow, crowd.wait());
  };

  const currentLock = () => provider().getLock(resource, id);

  let reads = 0;
  const read = async () => {
    reads += 1;
    const [asked, turn] = [reads, turns];
    stopWaiting();
    const answer = await currentLock().catch((error: unknown) => {
      if (!active || isDecided(error)) return;
      const wait = retryAfterMs(error);
      if (wait !== undefined) refusedUntil = Date.now() + wait;
      readLater = window.setTimeout(look, wait ?? READ_LATER_MS);
    });
    if (asked !== reads) return;
    if (pending > 0) readAgain = true;
    else if (turn !== turns) look();
    else if (answer !== undefined && !lease) showNext(answer);
  };

  const take = (lock: Lock) => {
    request.end();
    lease = createLease(leaseLength(lock), {
      extend: (signal) => provider().extendLock(resource, id, signal),
      isDecided,
      onExtended: (extended) => {
        const awaited = requestOf(extended);
        become("request" in awaited ? { state: "mine", ...awaited } : MINE);
      },
      onLost: (error) => void lose(error, lock),
    });
    become(MINE);
  };

  const request = createLockRequest({
    provider,
    resource,
    id,
    onGranted: (lock) => {
      take(lock);
      request.become({ state: "granted" });
      // A hidden page may hear of it late, when a part of the lease has passed.
      lease?.beat();
    },
    onEnded: () => {
      void inTurn(forget);
      look();
    },
  });

  const ask = async (message: string): Promise<void> => {
    await request.ask(message);
    if (!active) await release();
    else if (!lease) look();
  };

  /** Asks who holds the lock now: another tab of the same person, or another user. */
  const lose = async (error: unknown, lock: Lock) => {
    lease = undefined;
    request.end();
    const release = releaseOf(error);
    const rightLost = isRightLost(error);
    const isTaken = statusOf(error) === 423;
    // Unless the server said so, our lock may still exist there until its lease ends.
    lostSince = isTaken || rightLost ? undefined : lock.lockedAt;
    if (!isTaken || release) {
      become({ state: "lost", release, rightLost, holder: nextHolder(release) });
      return look();
    }
    const next = await currentLock().catch(() => null);
    if (lease) return;
    const holder = holderNow(next);
    become(
      holder?.isMe ? { state: "held", holder } : { state: "lost", release, rightLost, holder },
    );
  };

  const acquire = async (takeOver: boolean): Promise<boolean> => {
    if (lease) return true;
    try {
      take(await provider().lock(resource, id, { takeOver }));
    } catch (error) {
      if (statusOf(error) !== 423) throw error;
      lostSince = undefined;
      showNext(heldLock(refusedLock(error)));
      return false;
    }
    if (!active) await release();
    return true;
  };

  const release = async () => {
    lease?.stop();
    if (lease) become(FREE);
    lease = undefined;
    request.end();
    await forget();
  };

  // If it does not arrive, the lease of the lock or the request expires.
  const forget = () =>
    provider()
      .unlock(resource, id)
      .catch(() => {});

  const look = () => {
    request.beat();
    if (lease) lease.beat();
    else if (active) void read();
  };
  const follow = () => {
    readSoon = undefined;
    if (!lease) look();
  };

  return {
    get,
    subscribe,

    /** Watches the lock until stopped. Stopping releases it. */
    start(): () => void {
      const topic = lockTopic(resource, id);
      const over = new AbortController();
      const { signal } = over;
      active = true;
      void provider().subscribe(topic, onEvent);
      document.addEventListener("visibilitychange", () => document.hidden || look(), { signal });
      window.addEventListener("online", look, { signal });
      const stopLooking = connectivity.onBack(look);
      window.addEventListener("pagehide", () => void release(), { signal });
      window.addEventListener("pageshow", ({ persisted }) => persisted && look(), { signal });
      void read();
      return () => {
        over.abort();
        stopLooking();
        stopWaiting();
        active = false;
        void provider().unsubscribe(topic, onEvent);
        void inTurn(release);
      };
    },

    /**
     * Acquires the lock. Resolves to whether this tab holds it; otherwise the state says who does.
     */
    begin: () => inTurn(() => acquire(false)),

    takeOver: () => inTurn(() => acquire(true)),

    end: async () => {
      const wasLost = get().state === "lost";
      await inTurn(release);
      if (!wasLost) return;
      become(UNKNOWN);
      await read();
    },

    check: () => look(),

    asking: request.asking,

    /** Asks the holder for the lock; rejects if another user waits already. */
    ask: (message: string) => inTurn(() => ask(message)),

    /** Withdraws the request. */
    withdraw: async () => {
      await inTurn(release);
      await read();
    },

    dismiss: request.forgetAnswer,

    breakLock: async (reason: string) => {
      await inTurn(() => provider().breakLock(resource, id, reason));
      await read();
    },
  };
}

function holderNow(lock: Lock | null): LockHolder | null {
  return lock && holderOf(lock, userProfile.get().userId);
}
