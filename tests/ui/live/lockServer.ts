import { HttpError } from "react-admin";
import type { EditRequest, EditRequestState } from "../../../domain/dictionaries/schemas.ts";
import type { Lock } from "../../../src/providers/data/locks.ts";
import { NetworkError } from "../../../src/providers/http/send.ts";
import type { EditLockTarget } from "../../../src/providers/live/editLock.ts";
import type { LiveEvent } from "../../../src/providers/live/stream.ts";

const LEASE_MS = 300_000;
const REQUEST_SECONDS = 120;

interface Asked extends EditRequest {
  token: number;
  until: number;
}

interface Held {
  by: string;
  byName: string;
  token: number;
  since: number;
  until: number;
}

/**
 * A server with the lock of one dictionary (docs/product/dictionaries.md#lock); its clock is one
 * hour fast.
 */
export function lockServer({ leaseMs = LEASE_MS } = {}) {
  const now = () => Date.now() + 3_600_000;
  const iso = (at: number) => new Date(at).toISOString();
  let held: Held | null = null;
  let release: object | undefined;
  let tokens = 0;
  let asked: Asked | null = null;
  const refused = new Set<number | undefined>();
  let away = false;
  let hasRight = true;
  let refusal: { status: number; retryAfterSeconds: number } | undefined;
  const calls: string[] = [];
  const listeners = new Set<(event: LiveEvent) => void>();

  const live = () => (held && held.until > now() ? held : null);
  const waiting = () => (asked && asked.until > now() ? asked : null);
  const lockOf = ({ by, byName, since, until }: Held): Lock => ({
    request: waiting(),
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
  /** The lock goes to who waits for it, or is free. */
  const passOn = () => {
    const next = waiting();
    asked = null;
    if (!next) {
      held = null;
      return announce("unlocked");
    }
    const { token, requestedBy: by, requestedByName: byName } = next;
    held = { by, byName, token, since: now(), until: now() + leaseMs };
    announce("locked");
  };
  const nothing = { dictionaryId: 3, request: null, waitSeconds: null, lock: null, refusal: null };
  const stateOf = (token: number | undefined): EditRequestState => {
    const mine = waiting();
    if (mine?.token === token && mine) {
      return { ...nothing, state: "WAITING", request: mine, waitSeconds: REQUEST_SECONDS };
    }
    const current = live();
    if (current?.token === token && current) {
      return { ...nothing, state: "GRANTED", lock: { dictionaryId: 3, ...lockOf(current) } };
    }
    if (!refused.has(token)) return { ...nothing, state: "ENDED" };
    const refusal = { refusedByName: current?.byName ?? null, reason: "作業中" };
    return { ...nothing, state: "REFUSED", refusal };
  };
  const answered = async (call: string) => {
    calls.push(call);
    await Promise.resolve();
    if (away) throw new NetworkError();
    if (refusal) throw Object.assign(new HttpError("busy", refusal.status), refusal);
  };
  const lost = () => new HttpError("lost", 423, { code: "LOCK_LOST", release });

  /** The data provider of one tab. */
  function tab(me: string, name: string) {
    let token: number | undefined;
    const provider: ReturnType<EditLockTarget["provider"]> = {
      lock: async (_resource, _id, { takeOver = false } = {}) => {
        await answered("lock");
        const current = live();
        if (current && !(current.by === me && takeOver)) {
          throw new HttpError("held", 423, { code: "LOCKED", lock: lockOf(current) });
        }
        const own = take(me, name);
        token = own.token;
        announce("locked");
        return lockOf(own);
      },
      extendLock: async () => {
        await answered("extend");
        if (!hasRight) throw new HttpError("no right", 403, { code: "FORBIDDEN" });
        const current = live();
        if (!current || current.token !== token) throw lost();
        current.until = now() + leaseMs;
        return lockOf(current);
      },
      unlock: async () => {
        if (token === undefined) return;
        await answered("unlock");
        if (held?.token === token) passOn();
        else if (asked?.token === token) {
          asked = null;
          announce("locked");
        }
        token = undefined;
      },
      keepToken: async () => {},
      requestLock: async (_resource, _id, message) => {
        await answered("ask");
        const other = waiting();
        if (other && other.requestedBy !== me) {
          throw new HttpError("asked", 409, { code: "LOCK_REQUESTED" });
        }
        if (!live()) {
          token = take(me, name).token;
          return stateOf(token);
        }
        tokens += 1;
        token = tokens;
        asked = {
          requestId: tokens,
          requestedBy: me,
          requestedByName: name,
          requestedAt: iso(now()),
          handOverAt: null,
          message,
          token,
          until: now() + REQUEST_SECONDS * 1_000,
        };
        announce("locked");
        return stateOf(token);
      },
      checkRequest: async () => {
        await answered("check");
        if (!live() && waiting()) passOn();
        if (asked?.token === token && waiting()) {
          asked = asked && { ...asked, until: now() + REQUEST_SECONDS * 1_000 };
        }
        return stateOf(token);
      },
      breakLock: async (_resource, _id, reason) => {
        await answered("break");
        held = null;
        release = { releasedBy: me, releasedByName: name, releasedAt: iso(now()), reason };
        announce("unlocked");
        token = undefined;
      },
      getLock: async () => {
        await answered("read");
        const current = live();
        return current && lockOf(current);
      },
      subscribe: async (_, hear) => void listeners.add(hear),
      unsubscribe: async (_, hear) => void listeners.delete(hear),
    };
    return provider;
  }

  return {
    tab,
    calls,
    listeners,
    holder: () => live()?.by ?? null,
    requester: () => waiting()?.requestedBy ?? null,
    handOver: passOn,
    /** The holder agrees to hand over at this time of the client's clock. */
    promise: (at: number) => {
      asked = asked && { ...asked, handOverAt: iso(at) };
      announce("locked");
    },
    refuse: () => {
      refused.add(asked?.token);
      asked = null;
      announce("locked");
    },
    /** Cuts or restores the network. */
    isAway: (next: boolean) => {
      away = next;
    },
    releaseWith: (next: object) => {
      held = null;
      release = next;
      announce("unlocked");
    },
    /** The holder may not write any more: the lock ends. */
    withdraw: () => {
      hasRight = false;
      held = null;
      announce("unlocked");
    },
    /** Refuses everything from now on, or answers again. */
    refuses: (next: typeof refusal) => {
      refusal = next;
    },
    missed: () => {
      for (const hear of [...listeners]) {
        hear({ topic: "lock/dictionaries/3", type: "missed", payload: { ids: [] } });
      }
    },
    /** The lease has expired and the sweep announces it. */
    sweep: () => announce("unlocked"),
  };
}
