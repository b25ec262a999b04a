import { HttpResponse } from "msw";
import { z } from "zod";
import { can } from "../../domain/access.ts";
import { lockRelease, lockRequest } from "../../domain/dictionaries.ts";
import { fieldSentences } from "../../domain/sentences.ts";
import type { Route } from "../area.ts";
import { type Call, noContent } from "../call.ts";
import { fieldErrors, forbidden, MockProblem, refuse } from "../problem.ts";
import type { DictionaryRow, LockRow } from "../tables.ts";
import { dictionaryRowOf } from "./dictionaryRow.ts";
import {
  heldBy,
  holderOf,
  leaseFrom,
  lockedProblem,
  lockOf,
  lostProblem,
  preconditionRequired,
  release,
  tell,
  tokenIn,
} from "./lockRow.ts";

const path = "/dictionaries/:id/lock";
const access = "dictionary.write";
const releaseQuery = z.strictObject({
  force: z.enum(["true", "false"]).optional(),
  reason: z.string().optional(),
});
const breaking = z.object({ reason: lockRelease.shape.reason });

export const lockRoutes: readonly Route[] = [
  {
    method: "get",
    path,
    access: "dictionary.read",
    answer: (call) => HttpResponse.json(holderOf(call.world, dictionaryRowOf(call))),
  },
  {
    method: "post",
    path,
    access,
    answer: async (call) => {
      const { takeOver } = await call.body(lockRequest);
      const lock = taken(call, dictionaryRowOf(call), takeOver ?? false);
      return HttpResponse.json({ ...lock, ...heldBy(call.world, lock) });
    },
  },
  {
    method: "put",
    path,
    access,
    answer: async (call) => {
      await call.body(z.strictObject({}));
      const dictionary = dictionaryRowOf(call);
      const token = tokenIn(call);
      if (!token) throw preconditionRequired();
      const lock = lockOf(call.world, dictionary);
      if (lock?.lockToken !== token) throw lostProblem(call.world, token);
      lock.lockExpiresAt = leaseFrom(call.world.now());
      return HttpResponse.json(holderOf(call.world, dictionary));
    },
  },
  {
    method: "delete",
    path,
    access,
    answer: (call) => {
      const { force, reason } = call.query(releaseQuery);
      if (force === "true") broken(call, reason);
      else if (reason === undefined) letGo(call);
      else {
        const errors = { reason: fieldSentences.notAllowed };
        throw new MockProblem(400, "BAD_QUERY", { errors });
      }
      return noContent();
    },
  },
];

/** The lock, newly given. */
function taken(call: Call, dictionary: DictionaryRow, takeOver: boolean): LockRow {
  const { tables, now } = call.world;
  const held = lockOf(call.world, dictionary);
  const isOwn = held?.lockedBy === call.user.userId;
  if (held && !(isOwn && takeOver)) throw lockedProblem(call.world, held, call.user);
  const lock: LockRow = {
    dictionaryId: dictionary.dictionaryId,
    lockedAt: call.at,
    lockedBy: call.user.userId,
    lockExpiresAt: leaseFrom(now()),
    lockToken: crypto.randomUUID(),
  };
  const others = tables.locks.filter(({ dictionaryId }) => dictionaryId !== lock.dictionaryId);
  tables.locks = [...others, lock];
  tell(call, dictionary, "locked");
  return lock;
}

/** Ends the lock that the request's token holds; one that holds none has what it asks for. */
function letGo(call: Call): void {
  const dictionary = dictionaryRowOf(call);
  const token = tokenIn(call);
  if (!token) throw preconditionRequired();
  if (lockOf(call.world, dictionary)?.lockToken === token) release(call, dictionary);
}

/** Breaks whatever lock there is, and remembers by whom and why, for its holder to be told. */
function broken(call: Call, reason: string | undefined): void {
  const { world, user, at } = call;
  if (!can(user, "lock.break")) throw forbidden();
  const dictionary = dictionaryRowOf(call);
  const told = breaking.safeParse({ reason });
  refuse(fieldErrors(told.error?.issues ?? []));
  const lock = lockOf(world, dictionary);
  if (!lock || !told.data) return;
  const { userId: releasedBy, userName: releasedByName } = user;
  world.tables.releases.push({
    lockToken: lock.lockToken,
    release: { releasedBy, releasedByName, releasedAt: at, reason: told.data.reason },
  });
  release(call, dictionary);
}
