import type { Identifier } from "react-admin";
import type { DictionaryLock, OwnDictionaryLock } from "../../domain/dictionaries.ts";
import type { HttpClient, RequestExtras } from "./httpClient.ts";
import { idField } from "./idFields.ts";
import { queryString } from "./listQuery.ts";
import { onSignOut } from "./signOutTasks.ts";

/** A lock as ra-realtime's hooks know it, with what our API tells besides. */
export interface Lock {
  id: Identifier;
  resource: string;
  recordId: Identifier;
  /** userId of the holder. */
  identity: Identifier;
  /** Since when, and until when if nothing extends it: ISO instants of the server's clock. */
  createdAt: string;
  expiresAt: string;
  byName: string;
}

interface LockParams {
  id: Identifier;
  /** Who locks; the server knows it from the credential. */
  identity?: Identifier;
}

/** The lock methods of a data provider, as ra-realtime documents them, and the heartbeat. */
export interface LockMethods {
  /** `takeOver` moves one's own lock from another tab to this one. 423 says who holds it. */
  lock(
    resource: string,
    params: LockParams & { meta?: { takeOver?: boolean } },
  ): Promise<{ data: Lock }>;
  /** Lets go of this tab's lock, if it has one; with a reason, breaks anybody's. */
  unlock(
    resource: string,
    params: LockParams & { meta?: { reason?: string } },
  ): Promise<{ data: Lock | null }>;
  getLock(resource: string, params: { id: Identifier }): Promise<{ data: Lock | null }>;
  /** All locks of a resource: a request per hundred of them. */
  getLocks(resource: string): Promise<{ data: Lock[] }>;
  /** The heartbeat: extends this tab's lease; 423 where it is lost. */
  extendLock(
    resource: string,
    params: { id: Identifier; signal?: AbortSignal },
  ): Promise<{ data: Lock }>;
}

const AT_ONCE = 100;

/** The locks of this tab. Their tokens are kept here, in memory, and nowhere else. */
export function createLocks(client: HttpClient) {
  const held = new Map<string, { token: string; lock: Lock }>();
  const pathOf = (resource: string, id: Identifier) => `${resource}/${encodeURIComponent(id)}`;

  /** The proof that this tab holds a record's lock, for whoever writes that record. */
  const proof = (resource: string, id: Identifier): RequestExtras => {
    const own = held.get(pathOf(resource, id));
    return own ? { lockToken: own.token } : {};
  };

  const letGo = async (path: string) => {
    const own = held.get(path);
    if (!own) return { data: null };
    held.delete(path);
    await client(`/${path}/lock`, {
      method: "DELETE",
      lockToken: own.token,
      keepalive: true,
      unasked: true,
    });
    return { data: own.lock };
  };

  onSignOut(() => Promise.all([...held.keys()].map(letGo)));

  const methods: LockMethods = {
    lock: async (resource, { id, meta }) => {
      const { json } = await client(`/${pathOf(resource, id)}/lock`, {
        method: "POST",
        body: JSON.stringify(meta?.takeOver ? { takeOver: true } : {}),
      });
      const answer: OwnDictionaryLock = json;
      const lock = lockOf(resource, id, answer);
      held.set(pathOf(resource, id), { token: answer.lockToken, lock });
      return { data: lock };
    },

    unlock: async (resource, { id, meta }) => {
      const path = pathOf(resource, id);
      if (meta?.reason === undefined) return letGo(path);
      const query = queryString({ force: true, reason: meta.reason });
      await client(`/${path}/lock?${query}`, { method: "DELETE" });
      return { data: null };
    },

    getLock: async (resource, { id }) => {
      const { json } = await client(`/${pathOf(resource, id)}/lock`);
      return { data: heldLock(resource, id, json) };
    },

    getLocks: async (resource) => {
      const locks: Lock[] = [];
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const query = queryString({ locked: true, page, size: AT_ONCE });
        const { json } = await client(`/${resource}?${query}`);
        const content: DictionaryLock[] = json.content;
        for (const record of content) {
          const id: Identifier = Reflect.get(record, idField(resource));
          const lock = heldLock(resource, id, record);
          if (lock) locks.push(lock);
        }
        pages = json.totalPages;
      }
      return { data: locks };
    },

    extendLock: async (resource, { id, signal }) => {
      const path = pathOf(resource, id);
      const { json } = await client(`/${path}/lock`, {
        method: "PUT",
        body: "{}",
        unasked: true,
        ...proof(resource, id),
        ...(signal ? { signal } : {}),
      });
      return { data: lockOf(resource, id, json) };
    },
  };

  return {
    methods,
    proof,
    /** The record is gone, and its lock with it. */
    forget: (resource: string, id: Identifier) => held.delete(pathOf(resource, id)),
  };
}

/** The lock that an answer tells of, or null where nobody holds one. */
export function heldLock(resource: string, id: Identifier, answer: DictionaryLock): Lock | null {
  const { lockedAt, lockedBy, lockedByName, lockExpiresAt } = answer;
  if (!lockedAt || !lockedBy || !lockExpiresAt) return null;
  return lockOf(resource, id, {
    lockedAt,
    lockedBy,
    lockedByName: lockedByName ?? lockedBy,
    lockExpiresAt,
  });
}

function lockOf(
  resource: string,
  id: Identifier,
  {
    lockedAt,
    lockedBy,
    lockedByName,
    lockExpiresAt,
  }: Pick<OwnDictionaryLock, "lockedAt" | "lockedBy" | "lockedByName" | "lockExpiresAt">,
): Lock {
  return {
    id,
    resource,
    recordId: id,
    identity: lockedBy,
    createdAt: lockedAt,
    expiresAt: lockExpiresAt,
    byName: lockedByName,
  };
}
