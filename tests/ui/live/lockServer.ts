import { HttpError } from "react-admin";
import type { EditLockTarget } from "../../../src/providers/live/editLock.ts";
import type { LiveEvent } from "../../../src/providers/live/liveEvent.ts";
import type { Lock } from "../../../src/providers/locks.ts";
import { NetworkFailure } from "../../../src/providers/send.ts";

const LEASE_MS = 300_000;

interface Held {
  by: string;
  byName: string;
  token: number;
  since: number;
  until: number;
}

/** One dictionary's lock on a server by the rules of design 5, whose clock is an hour off. */
export function lockServer({ leaseMs = LEASE_MS } = {}) {
  const now = () => Date.now() + 3_600_000;
  const iso = (at: number) => new Date(at).toISOString();
  let held: Held | null = null;
  let release: object | undefined;
  let tokens = 0;
  let away = false;
  const calls: string[] = [];
  const listeners = new Set<(event: LiveEvent) => void>();

  const live = () => (held && held.until > now() ? held : null);
  const lockOf = ({ by, byName, since, until }: Held): Lock => ({
    id: 3,
    recordId: 3,
    resource: "dictionaries",
    identity: by,
    byName,
    createdAt: iso(since),
    expiresAt: iso(until),
  });
  const bodyOf = ({ by, byName, since, until }: Held) => ({
    lockedBy: by,
    lockedByName: byName,
    lockedAt: iso(since),
    lockExpiresAt: iso(until),
  });
  const announce = (type: "locked" | "unlocked") => {
    const event = { topic: "lock/dictionaries/3", type, payload: { ids: [3] } };
    for (const hear of [...listeners]) hear(event);
  };
  const take = (by: string, byName: string) => {
    tokens += 1;
    held = { by, byName, token: tokens, since: now(), until: now() + leaseMs };
    release = undefined;
    return held;
  };
  const answered = async (call: string) => {
    calls.push(call);
    await Promise.resolve();
    if (away) throw new NetworkFailure();
  };
  const lost = () => new HttpError("lost", 423, { code: "LOCK_LOST", release });

  /** The data provider of one tab. */
  function tab(me: string, name: string) {
    let token: number | undefined;
    const provider: ReturnType<EditLockTarget["provider"]> = {
      lock: async (_, { meta }) => {
        await answered("lock");
        const current = live();
        if (current && !(current.by === me && meta?.takeOver)) {
          throw new HttpError("held", 423, { code: "LOCKED", lock: bodyOf(current) });
        }
        const own = take(me, name);
        token = own.token;
        announce("locked");
        return { data: lockOf(own) };
      },
      extendLock: async () => {
        await answered("extend");
        const current = live();
        if (!current || current.token !== token) throw lost();
        current.until = now() + leaseMs;
        return { data: lockOf(current) };
      },
      unlock: async (_, { meta }) => {
        if (meta?.reason === undefined && token === undefined) return { data: null };
        await answered(meta?.reason === undefined ? "unlock" : "break");
        if (meta?.reason !== undefined) {
          held = null;
          release = { releasedBy: me, releasedByName: name, releasedAt: iso(now()), ...meta };
          announce("unlocked");
        } else if (held?.token === token) {
          held = null;
          announce("unlocked");
        }
        token = undefined;
        return { data: null };
      },
      getLock: async () => {
        await answered("read");
        const current = live();
        return { data: current && lockOf(current) };
      },
      getLocks: async () => ({ data: [] }),
      subscribe: async (_, hear) => void listeners.add(hear),
      unsubscribe: async (_, hear) => void listeners.delete(hear),
      publish: async () => {},
    };
    return provider;
  }

  return {
    tab,
    calls,
    listeners,
    holder: () => live()?.by ?? null,
    /** The network is gone, or back. */
    isAway: (next: boolean) => {
      away = next;
    },
    missed: () => {
      for (const hear of [...listeners]) {
        hear({ topic: "lock/dictionaries/3", type: "missed", payload: { ids: [] } });
      }
    },
    /** The lease has passed and the sweep says so. */
    sweep: () => announce("unlocked"),
  };
}
