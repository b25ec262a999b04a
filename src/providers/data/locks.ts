import { HttpError, type Identifier } from "react-admin";
import type {
  DictionaryLock,
  EditRequest,
  OwnDictionaryLock,
} from "../../../domain/dictionaries/schemas.ts";
import { connectivity } from "../http/connectivity.ts";
import { isDecided, retryAfterMs } from "../problems/answerStatus.ts";
import { messageFor } from "../problems/errorMessage.ts";
import { onSignOut } from "../signIn/signOutTasks.ts";
import type { ApiMethods } from "./api.ts";

/** The resources whose records only one person edits at a time. */
export type LockedResource = "dictionaries";

type LockKey = "lockedAt" | "lockedBy" | "lockedByName" | "lockExpiresAt";

/** Who waits for a lock; only some answers say so, and a server of the release before does not. */
interface Awaited {
  request?: EditRequest | null | undefined;
}

/** A lock that is held. Its instants are ISO strings of the server's clock. */
export type Lock = Pick<OwnDictionaryLock, LockKey> & Awaited;

/** The lock fields of an answer or a record: all null if there is no lock. */
export type LockFields = Pick<DictionaryLock, LockKey> & Awaited;

/** The holder of a lock. `isMe`: the same person, perhaps in another tab. */
export interface LockHolder {
  name: string;
  since: string;
  isMe: boolean;
}

export interface LockCalls {
  /** Locks a record for this tab. `takeOver` moves the user's own lock from another tab. */
  lock(resource: LockedResource, id: Identifier, options?: { takeOver?: boolean }): Promise<Lock>;
  /** The heartbeat: extends this tab's lease. */
  extendLock(resource: LockedResource, id: Identifier, signal?: AbortSignal): Promise<Lock>;
  unlock(resource: LockedResource, id: Identifier): Promise<void>;
  /** Breaks the lock of any user; the holder reads the reason. */
  breakLock(resource: LockedResource, id: Identifier, reason: string): Promise<void>;
  getLock(resource: LockedResource, id: Identifier): Promise<Lock | null>;
  /** Keeps a token of this tab, that of a lock or of a request for one, until `unlock`. */
  keepToken(resource: LockedResource, id: Identifier, lockToken: string): Promise<void>;
}

/** The locks of this tab. Their tokens exist only here, in memory. */
export function createLocks({ api }: ApiMethods) {
  const held = new Map<string, Held>();
  const keyOf = (resource: string, id: Identifier) => `${resource}/${id}`;

  /** The token of this tab's lock, for requests that write the record. */
  const proof = (resource: string, id: Identifier): { lockToken?: string } => {
    const lockToken = held.get(keyOf(resource, id))?.lockToken;
    return lockToken ? { lockToken } : {};
  };

  const release = async (key: string) => {
    const lock = held.get(key);
    if (!lock) return;
    held.delete(key);
    try {
      await drop(lock);
    } catch (error) {
      if (!isDecided(error)) left.set(key, lock);
      const wait = retryAfterMs(error);
      if (wait !== undefined) window.setTimeout(dropLeft, wait);
      throw error;
    }
  };
  const drop = ({ resource, id, lockToken }: Held) =>
    api(`DELETE /${resource}/{id}/lock`, { id, lockToken, keepalive: true, unasked: true });

  /** Locks whose release did not arrive, which others would wait for until they expire. */
  const left = new Map<string, Held>();
  const dropLeft = () => {
    const locks = [...left.values()];
    left.clear();
    for (const lock of locks) void drop(lock).catch(() => {});
  };
  connectivity.onBack(dropLeft);

  // The next person has nothing to do with what is left.
  onSignOut(() => Promise.all([...held.keys()].map(release)).finally(() => left.clear()));

  const keepToken: LockCalls["keepToken"] = async (resource, id, lockToken) =>
    void held.set(keyOf(resource, id), { resource, id, lockToken });

  const calls: LockCalls = {
    keepToken,

    lock: async (resource, id, { takeOver = false } = {}) => {
      const body = takeOver ? { takeOver } : {};
      const { lockToken, ...lock } = await api(`POST /${resource}/{id}/lock`, { id, body });
      await keepToken(resource, id, lockToken);
      return lock;
    },

    extendLock: async (resource, id, signal) => {
      const options = { body: {}, unasked: true, ...(signal ? { signal } : {}) };
      const token = ofHeartbeat(proof(resource, id));
      const lock = heldLock(await api(`PUT /${resource}/{id}/lock`, { id, ...token, ...options }));
      if (!lock) throw new Error("the extended lock is free");
      return lock;
    },

    unlock: (resource, id) => release(keyOf(resource, id)),

    breakLock: (resource, id, reason) =>
      api(`DELETE /${resource}/{id}/lock`, { id, query: { force: true, reason } }),

    getLock: async (resource, id) => heldLock(await api(`GET /${resource}/{id}/lock`, { id })),
  };

  return {
    calls,
    proof,
    forget: (resource: string, id: Identifier) => held.delete(keyOf(resource, id)),
  };
}

/**
 * The proof of a heartbeat. Throws what the server would answer if the token has been released
 * before the page knows, as when a sign-in ends.
 */
export function ofHeartbeat({ lockToken }: { lockToken?: string }): { lockToken: string } {
  if (lockToken === undefined) throw new HttpError(messageFor({ status: 428 }), 428);
  return { lockToken };
}

interface Held {
  resource: LockedResource;
  id: Identifier;
  lockToken: string;
}

export function heldLock(fields: LockFields): Lock | null {
  const { lockedAt, lockedBy, lockedByName, lockExpiresAt, request } = fields;
  if (!lockedAt || !lockedBy || !lockExpiresAt) return null;
  return { lockedAt, lockedBy, lockedByName: lockedByName ?? "", lockExpiresAt, request };
}

/** The holder of the lock, seen by the user with `userId`; null if there is none. */
export function holderOf(fields: LockFields, userId: string): LockHolder | null {
  const lock = heldLock(fields);
  return lock && { name: lock.lockedByName, since: lock.lockedAt, isMe: lock.lockedBy === userId };
}
