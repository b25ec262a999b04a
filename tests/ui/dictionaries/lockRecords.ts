import type { Dictionary, EditRequest, LockRelease } from "../../../domain/dictionaries/schemas.ts";
import { forbidden, locked } from "../../../server/problem.ts";
import { doubles } from "../../support/apiDouble.ts";

interface Records {
  byId: (id: number) => Dictionary;
  change: (id: number, changes: Partial<Dictionary>) => unknown;
}

const api = doubles.staff;
const NOBODY = { lockedAt: null, lockedBy: null, lockedByName: null, lockExpiresAt: null };

/** What is known of a lock that its holder has just handed over to 鈴木. */
export const handedToSuzuki = (): LockRelease => ({
  cause: "HANDED_OVER",
  releasedBy: "suzuki",
  releasedByName: "鈴木 一郎",
  releasedAt: new Date().toISOString(),
  reason: "",
});

/** The lock endpoints for the user "me"; the records say who else holds a lock. */
export function locksOf({ byId, change }: Records) {
  const tokens = new Map<number, string>();
  const releases = new Map<number, LockRelease>();
  const requests = new Map<number, EditRequest>();
  let given = 0;
  let hasRight = true;

  const holdsLock = (id: number, headers: Headers) => {
    if (!hasRight) throw forbidden();
    if (tokens.has(id) && headers.get("X-Lock-Token") === tokens.get(id)) return;
    const release = releases.get(id);
    throw locked("LOCK_LOST", release ? { extra: { release } } : {});
  };
  const watched = (id: number) => ({ ...byId(id), request: requests.get(id) ?? null });
  api.answer("GET /dictionaries/{id}/lock", ({ params }) => watched(params.id));
  api.answer("POST /dictionaries/{id}/lock", ({ params: { id }, body }) => {
    const { lockedBy } = byId(id);
    if (!hasRight) throw forbidden();
    if (lockedBy !== null && !(lockedBy === "me" && body.takeOver)) {
      throw locked("LOCKED", { extra: { lock: byId(id) } });
    }
    given += 1;
    const lockToken = `token ${given}`;
    tokens.set(id, lockToken);
    const lock = {
      lockedBy: "me",
      lockedByName: "田中 次郎",
      lockedAt: new Date().toISOString(),
      lockExpiresAt: new Date(Date.now() + 300_000).toISOString(),
    };
    change(id, lock);
    return { dictionaryId: id, ...lock, lockToken };
  });
  api.answer("PUT /dictionaries/{id}/lock", ({ params, headers }) => {
    holdsLock(params.id, headers);
    return watched(params.id);
  });
  api.answer("DELETE /dictionaries/{id}/lock", ({ params: { id }, query, headers }) => {
    if (query.force !== "true") holdsLock(id, headers);
    tokens.delete(id);
    change(id, NOBODY);
    return undefined;
  });

  return {
    holdsLock,
    /** Takes the lock from "me": by the end of the lease, or by force. */
    takeAway: (id: number, release?: LockRelease) => {
      tokens.delete(id);
      if (release) releases.set(id, release);
      change(id, NOBODY);
    },
    /** "me" may not write any more, and the lock ends. */
    withdrawRight: (id: number) => {
      hasRight = false;
      tokens.delete(id);
      change(id, NOBODY);
    },
    restoreRight: () => {
      hasRight = true;
    },
    /** Another user asks for the lock, or nobody does any more. */
    isAskedBy: (id: number, request: Partial<EditRequest> | null) => {
      if (!request) return void requests.delete(id);
      requests.set(id, {
        requestId: 7,
        requestedBy: "suzuki",
        requestedByName: "鈴木 一郎",
        requestedAt: new Date().toISOString(),
        handOverAt: null,
        message: null,
        ...requests.get(id),
        ...request,
      });
    },
    /** The lock of another person goes to this token of "me". */
    giveTo: (id: number, lockToken: string) => {
      tokens.set(id, lockToken);
      const lock = {
        lockedBy: "me",
        lockedByName: "田中 次郎",
        lockedAt: new Date().toISOString(),
        lockExpiresAt: new Date(Date.now() + 300_000).toISOString(),
      };
      change(id, lock);
      return { dictionaryId: id, ...lock };
    },
    /** Another tab of "me" has taken over. */
    moveToOtherTab: (id: number) => tokens.set(id, "token of the other tab"),
  };
}
