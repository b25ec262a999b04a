import type { Identifier } from "react-admin";
import type { DictionaryLock, OwnDictionaryLock } from "../../domain/dictionaries.ts";
import type { HttpClient, RequestExtras } from "./httpClient.ts";
import { queryString } from "./queryString.ts";
import { onSignOut } from "./signOutTasks.ts";

/** A lock that somebody holds. Its instants are ISO, of the server's clock. */
export type Lock = Pick<
  OwnDictionaryLock,
  "lockedAt" | "lockedBy" | "lockedByName" | "lockExpiresAt"
>;

/** The lock fields of an answer or of a record: all null while nobody holds the lock. */
export type LockFields = Pick<DictionaryLock, keyof Lock>;

/** Who holds a lock, as one person sees it; `isMe`: the same person, perhaps in another tab. */
export interface LockHolder {
  name: string;
  since: string;
  isMe: boolean;
}

/** The calls of the data provider about locks. */
export interface LockCalls {
  /** Locks a record for this tab. `takeOver` moves the person's own lock from another tab. */
  lock(resource: string, id: Identifier, options?: { takeOver?: boolean }): Promise<Lock>;
  /** The heartbeat: extends this tab's lease. */
  extendLock(resource: string, id: Identifier, signal?: AbortSignal): Promise<Lock>;
  /** Releases this tab's lock, if it has one. */
  unlock(resource: string, id: Identifier): Promise<void>;
  /** Ends anybody's lock; the holder reads the reason. */
  breakLock(resource: string, id: Identifier, reason: string): Promise<void>;
  getLock(resource: string, id: Identifier): Promise<Lock | null>;
}

/** The locks of this tab. Their tokens are kept here, in memory, and nowhere else. */
export function createLocks(client: HttpClient) {
  const tokens = new Map<string, string>();
  const pathOf = (resource: string, id: Identifier) => `${resource}/${encodeURIComponent(id)}`;

  /** The proof that this tab holds a record's lock, for requests that write the record. */
  const proof = (resource: string, id: Identifier): RequestExtras => {
    const lockToken = tokens.get(pathOf(resource, id));
    return lockToken ? { lockToken } : {};
  };

  const release = async (path: string) => {
    const lockToken = tokens.get(path);
    if (!lockToken) return;
    tokens.delete(path);
    await client(`/${path}/lock`, { method: "DELETE", lockToken, keepalive: true, unasked: true });
  };

  onSignOut(() => Promise.all([...tokens.keys()].map(release)));

  const calls: LockCalls = {
    lock: async (resource, id, { takeOver = false } = {}) => {
      const path = pathOf(resource, id);
      const { json } = await client(`/${path}/lock`, {
        method: "POST",
        body: JSON.stringify(takeOver ? { takeOver } : {}),
      });
      const { lockToken, ...lock }: OwnDictionaryLock = json;
      tokens.set(path, lockToken);
      return lock;
    },

    extendLock: async (resource, id, signal) => {
      const { json } = await client(`/${pathOf(resource, id)}/lock`, {
        method: "PUT",
        body: "{}",
        unasked: true,
        ...proof(resource, id),
        ...(signal ? { signal } : {}),
      });
      return json;
    },

    unlock: (resource, id) => release(pathOf(resource, id)),

    breakLock: async (resource, id, reason) => {
      const query = queryString({ force: true, reason });
      await client(`/${pathOf(resource, id)}/lock?${query}`, { method: "DELETE" });
    },

    getLock: async (resource, id) => {
      const { json } = await client(`/${pathOf(resource, id)}/lock`);
      return heldLock(json);
    },
  };

  return {
    calls,
    proof,
    /** The record is deleted, and its lock with it. */
    forget: (resource: string, id: Identifier) => tokens.delete(pathOf(resource, id)),
  };
}

/** The lock in an answer or a record, or null where nobody holds one. */
export function heldLock(fields: LockFields): Lock | null {
  const { lockedAt, lockedBy, lockedByName, lockExpiresAt } = fields;
  if (!lockedAt || !lockedBy || !lockExpiresAt) return null;
  return { lockedAt, lockedBy, lockedByName: lockedByName ?? "", lockExpiresAt };
}

/** Who holds the lock, as the person with `userId` sees it; null while nobody does. */
export function holderOf(fields: LockFields, userId: string): LockHolder | null {
  const lock = heldLock(fields);
  return lock && { name: lock.lockedByName, since: lock.lockedAt, isMe: lock.lockedBy === userId };
}
