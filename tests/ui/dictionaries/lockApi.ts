import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { Dictionary, LockRelease } from "../../../domain/dictionaries.ts";
import { problem } from "../contracts/contractApi.ts";

interface Records {
  byId: (id: unknown) => Dictionary | undefined;
  change: (id: unknown, changes: Partial<Dictionary>) => unknown;
}

const lock = "/api/v1/dictionaries/:id/lock";
const NOBODY = { lockedAt: null, lockedBy: null, lockedByName: null, lockExpiresAt: null };

/** The locks of the API, as the person "me" meets them; whoever else holds one is in the records. */
export function lockApi(server: ReturnType<typeof setupServer>, { byId, change }: Records) {
  const tokens = new Map<unknown, string>();
  const releases = new Map<unknown, LockRelease>();
  let given = 0;

  const lockOf = (id: unknown) => {
    const found = byId(id);
    if (!found) return { dictionaryId: Number(id), ...NOBODY };
    const { dictionaryId, lockedAt, lockedBy, lockedByName, lockExpiresAt } = found;
    return { dictionaryId, lockedAt, lockedBy, lockedByName, lockExpiresAt };
  };
  const isHolder = (id: unknown, request: Request) =>
    tokens.has(id) && request.headers.get("X-Lock-Token") === tokens.get(id);
  const lockLost = (id: unknown) => {
    const release = releases.get(id);
    return problem(423, "LOCK_LOST", "編集ロックが解除されました。", release ? { release } : {});
  };
  const lease = () => {
    const now = Date.now();
    return {
      lockedAt: new Date(now).toISOString(),
      lockExpiresAt: new Date(now + 300_000).toISOString(),
    };
  };

  server.use(
    http.get(lock, ({ params }) => HttpResponse.json(lockOf(params.id))),
    http.post(lock, async ({ params, request }) => {
      const { takeOver } = Object(await request.json());
      const held = lockOf(params.id);
      if (held.lockedBy !== null && !(held.lockedBy === "me" && takeOver)) {
        return problem(423, "LOCKED", "編集できません。", { lock: held });
      }
      given += 1;
      tokens.set(params.id, `token ${given}`);
      change(params.id, { ...lease(), lockedBy: "me", lockedByName: "田中 次郎" });
      return HttpResponse.json({ ...lockOf(params.id), lockToken: tokens.get(params.id) });
    }),
    http.put(lock, ({ params, request }) =>
      isHolder(params.id, request) ? HttpResponse.json(lockOf(params.id)) : lockLost(params.id),
    ),
    http.delete(lock, ({ params, request }) => {
      const force = new URL(request.url).searchParams.get("force") === "true";
      if (!force && !isHolder(params.id, request)) return lockLost(params.id);
      tokens.delete(params.id);
      change(params.id, NOBODY);
      return new HttpResponse(null, { status: 204 });
    }),
  );

  return {
    isHolder,
    lockLost,
    /** Takes the lock from "me": by the end of the lease, or by force. */
    takeAway: (id: string, release?: LockRelease) => {
      tokens.delete(id);
      if (release) releases.set(id, release);
      change(id, NOBODY);
    },
    /** Another tab of "me" has taken over. */
    moveToOtherTab: (id: string) => tokens.set(id, "token of the other tab"),
  };
}
