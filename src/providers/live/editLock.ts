import type { Identifier } from "ra-core";
import { lockTopic } from "../../../domain/events.ts";
import { heldLock, type Lock, type LockMethods } from "../locks.ts";
import { userProfile } from "../userProfile.ts";
import type { LiveMethods } from "./createLive.ts";
import { createLease, type Lease } from "./lease.ts";
import { type EditLock, isDecided, refusedLock, releaseOf, statusOf } from "./lockState.ts";

export interface EditLockTarget {
  /** The data provider, as it is at the moment. */
  provider: () => LockMethods & LiveMethods;
  resource: string;
  id: Identifier;
}

const UNKNOWN: EditLock = { state: "unknown" };
const FREE: EditLock = { state: "free" };
const NOTHING = { data: null };

/** The lock of a record as one screen of one tab sees, holds and loses it (design 5). */
export function createEditLock({ provider, resource, id }: EditLockTarget) {
  let state: EditLock = UNKNOWN;
  let lease: Lease | undefined;
  let active = false;
  const listeners = new Set<() => void>();
  const become = (next: EditLock) => {
    state = next;
    for (const listener of listeners) listener();
  };

  // What is done by hand is done one after the other; what was read meanwhile is read again.
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
    if (!lock) return become(FREE);
    const { byName, createdAt: since, identity } = lock;
    become({ state: "held", byName, since, isMe: identity === userProfile.get().userId });
  };

  const holder = () => provider().getLock(resource, { id });

  let reads = 0;
  const read = async () => {
    reads += 1;
    const [asked, turn] = [reads, turns];
    // Where it fails nothing new is known; the next event, or who begins to edit, asks again.
    const answer = await holder().catch(() => undefined);
    if (asked !== reads) return;
    if (pending > 0) readAgain = true;
    else if (turn !== turns) look();
    else if (answer && !lease && state.state !== "lost") show(answer.data);
  };

  const hold = (lock: Lock) => {
    lease = createLease(lock, {
      extend: async (signal) => (await provider().extendLock(resource, { id, signal })).data,
      isDecided,
      onExtended: ({ expiresAt }) => become({ state: "mine", expiresAt }),
      onLost: (error) => void lose(error),
    });
    become({ state: "mine", expiresAt: lock.expiresAt });
  };

  /** Another tab of the same person is told from anybody else by asking who holds it now. */
  const lose = async (error: unknown) => {
    lease = undefined;
    const release = releaseOf(error);
    const asks = statusOf(error) === 423 && !release;
    const { data } = asks ? await holder().catch(() => NOTHING) : NOTHING;
    if (lease) return;
    if (data?.identity === userProfile.get().userId) show(data);
    else become({ state: "lost", release });
  };

  const acquire = async (takeOver: boolean): Promise<boolean> => {
    if (lease) return true;
    try {
      const { data } = await provider().lock(resource, { id, meta: { takeOver } });
      hold(data);
    } catch (error) {
      if (statusOf(error) !== 423) throw error;
      show(heldLock(resource, id, refusedLock(error)));
      return false;
    }
    if (!active) await release();
    return true;
  };

  const release = async () => {
    lease?.stop();
    if (lease) become(FREE);
    lease = undefined;
    // Where it does not arrive, the lease ends by itself.
    await provider()
      .unlock(resource, { id })
      .catch(() => {});
  };

  const look = () => {
    if (lease) lease.beat();
    else if (active && state.state !== "lost") void read();
  };

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Watches the lock until stopped; stopping lets go of it. */
    start(): () => void {
      const topic = lockTopic(resource, id);
      const over = new AbortController();
      const { signal } = over;
      active = true;
      void provider().subscribe(topic, look);
      document.addEventListener("visibilitychange", () => document.hidden || look(), { signal });
      window.addEventListener("online", look, { signal });
      window.addEventListener("pagehide", () => void release(), { signal });
      window.addEventListener("pageshow", ({ persisted }) => persisted && look(), { signal });
      void read();
      return () => {
        over.abort();
        active = false;
        void provider().unsubscribe(topic, look);
        void inTurn(release);
      };
    },

    /** Begins to edit. Answers whether the lock is this tab's now; otherwise the state says whose. */
    begin: () => inTurn(() => acquire(false)),

    /** Moves one's own lock from another tab to this one. */
    takeOver: () => inTurn(() => acquire(true)),

    /** Lets go; a lost lock has been taken note of. */
    end: async () => {
      const wasLost = state.state === "lost";
      await inTurn(release);
      if (!wasLost) return;
      become(UNKNOWN);
      await read();
    },

    /** Ends somebody else's editing; an organization admin says why. */
    breakLock: async (reason: string) => {
      await inTurn(() => provider().unlock(resource, { id, meta: { reason } }));
      await read();
    },
  };
}
