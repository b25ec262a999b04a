import bowser from "bowser";
import { startOfSecond, subMinutes } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { SignIn } from "../../../../domain/users/session.ts";
import { actAsOperation } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { deleteSessionsOf, endSignInsBefore, type UserRow } from "./queries.ts";
import {
  actorOf,
  deleteSessionsFrom,
  deleteSignIn,
  endSignInsAfter,
  eventAbout,
  findSignIns,
  lockSignIn,
  type SignInRow,
  type SignInSort,
  updateEnded,
  updateSignedInAt,
  upsertSignIn,
} from "./signInQueries.ts";

/**
 * Ends all sign-ins and admin sessions of users at once (docs/product/sign-in.md#ending-sign-ins).
 * It does not affect a sign-in after `at`, nor a bearer token from the same second: the identity
 * service records sign-ins in whole seconds.
 */
export async function endSignIns(
  trx: Transaction<Tables>,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await endSignInsBefore(trx, userIds, startOfSecond(at));
  await deleteSessionsOf(trx, userIds);
  for (const userId of userIds) await publishEnd(trx, userId);
}

/**
 * Ends all sign-ins of the caller except the calling one, of which `own` is the hash of the admin
 * session (docs/product/sign-in.md#ending-sign-ins). After a change of password cached tokens would
 * stay valid for up to a minute although the identity service revokes them.
 */
export async function endOtherSignIns(
  { db, now }: Pick<Deps, "db" | "now">,
  user: SignedIn,
  own?: Uint8Array,
): Promise<void> {
  const { userId, signedInAt } = user;
  await db.transaction().execute(async (trx) => {
    await endSignInsBefore(trx, [userId], signedInAt);
    await endSignInsAfter(trx, userId, signedInAt, now());
    if (own) await deleteSessionsOf(trx, [userId], own);
    await publishEnd(trx, userId);
    await recordEvent(trx, eventAbout(user));
  });
}

/**
 * Ends one sign-in of the caller, in both areas (docs/product/sign-in.md#ending-sign-ins). One that
 * has ended stays as it is. Throws 404.
 */
export async function endSignIn(
  { db, now }: Pick<Deps, "db" | "now">,
  user: SignedIn,
  signInId: number,
): Promise<void> {
  const { userId } = user;
  await db.transaction().execute(async (trx) => {
    const signIn = await lockSignIn(trx, userId, signInId);
    if (!signIn) throw notFound();
    if (signIn.ended_at) return;
    await updateEnded(trx, signInId, now());
    await deleteSessionsFrom(trx, userId, signIn.signed_in_at);
    await publishEnd(trx, userId);
    await recordEvent(trx, eventAbout(user));
  });
}

/** Open streams of the user check their credential again. */
function publishEnd(trx: Transaction<Tables>, userId: string): Promise<void> {
  const ended = { organizationId: null, resource: "sessions", id: userId };
  return publishUnlogged(trx, ended, "deleted");
}

/** How long after a sign-in was used its next use is not noted. */
const NOTED_AFTER_MINUTES = 5;

type Known = Pick<SignedIn, "userId" | "signedInAt">;

/**
 * A page of the sign-ins of the caller that have not ended (docs/product/sign-in.md#own-sign-ins).
 */
export async function listSignIns(
  { db, now }: Pick<Deps, "db" | "now">,
  { userId, signedInAt }: Known,
  query: ListQuery<SignInSort>,
): Promise<Page<SignIn>> {
  const { rows, total } = await findSignIns(db, { userId, signedInAt, at: now() }, query);
  return pageAnswer(query, { content: rows.map((row) => present(row, signedInAt)), total });
}

function present(row: SignInRow, own: Date): SignIn {
  const { user_agent: userAgent } = row;
  // The library refuses an empty text.
  const { browser, os } = bowser.parse(userAgent || "-");
  return {
    sessionId: row.sign_in_id,
    signedInAt: row.signed_in_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    address: row.address,
    browser: browser.name || null,
    system: os.name || null,
    userAgent,
    isCurrent: row.signed_in_at.getTime() === own.getTime(),
  };
}

/**
 * Records the sign-in of a bearer token once, by the time that the identity service states; requests
 * that come together with it record nothing.
 */
export async function recordSignIn(
  { db, now }: Pick<Deps, "db" | "now">,
  person: SignedIn,
): Promise<void> {
  await actAsOperation("signIn", actorOf(person), () =>
    db.transaction().execute(async (trx) => {
      if (await noteSignIn(trx, person, now())) await recordEvent(trx, eventAbout(person));
    }),
  );
}

/** Keeps a sign-in and its time; false if that or a later one is known. */
export async function noteSignIn(
  trx: Kysely<Tables>,
  { userId, signedInAt }: Known,
  at: Date,
): Promise<boolean> {
  const isNew = await updateSignedInAt(trx, userId, signedInAt);
  await upsertSignIn(trx, { userId, signedInAt }, at);
  return isNew;
}

/**
 * Notes when and where a sign-in was used, unless that was noted lately. A use that cannot be noted is
 * answered anyway.
 */
export function noteUse(
  deps: Pick<Deps, "db" | "log" | "now">,
  { sign_in_seen_at }: Pick<UserRow, "sign_in_seen_at">,
  known: Known,
): Promise<void> | undefined {
  const at = deps.now();
  const isNoted = sign_in_seen_at && sign_in_seen_at > subMinutes(at, NOTED_AFTER_MINUTES);
  return isNoted ? undefined : noteUseAt(deps, known, at);
}

async function noteUseAt(
  { db, log }: Pick<Deps, "db" | "log">,
  { userId, signedInAt }: Known,
  at: Date,
): Promise<void> {
  try {
    await upsertSignIn(db, { userId, signedInAt }, at);
  } catch (err) {
    log.warn({ err }, "could not note the use of a sign-in");
  }
}

/** Notes that the caller signs out of the staff area, whose browser forgets the token. */
export async function signOut({ db }: Pick<Deps, "db">, user: SignedIn): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteSignIn(trx, user);
    await recordEvent(trx, eventAbout(user));
  });
}
