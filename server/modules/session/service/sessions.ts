import { addHours, subMinutes } from "date-fns";
import type { Deps } from "../../../context.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { forbidden, unauthenticated } from "../../../problem.ts";
import { deleteSession, insertSession } from "../queries/sessions.ts";
import { findUser } from "../queries/users.ts";
import { accountOf } from "./accountOf.ts";
import { newSessionCookie, sessionHash } from "./sessionCookie.ts";

const SIGNED_IN_WITHIN_MINUTES = 5;

/**
 * Opens an admin session for a fresh sign-in (design 3) and returns its cookie. Throws 401 for an
 * invalid token or a sign-in over 5 minutes old, 403 unless the user is a system admin in our
 * database.
 */
export async function openSession(
  deps: Pick<Deps, "config" | "db" | "identity" | "now">,
  idToken: string,
): Promise<string> {
  const { config, db, identity, now } = deps;
  const token = await identity.verifyIdToken(idToken);
  const at = now();
  if (token.authTime < subMinutes(at, SIGNED_IN_WITHIN_MINUTES))
    throw unauthenticated("SIGN_IN_TOO_OLD");
  const user = await accountOf(deps, await findUser(db, token.uid), token);
  if (!user.isSystemAdmin) throw forbidden();
  const life = config.sessionHours * 3_600_000;
  const cookie = newSessionCookie(await identity.createSessionCookie(idToken, life));
  await insertSession(db, {
    session_hash: sessionHash(cookie),
    user_id: user.userId,
    created_at: at,
    last_seen_at: at,
    expires_at: addHours(at, config.sessionHours),
  });
  return cookie;
}

/** Ends a session at once, with every copy of its cookie and its open streams. */
export async function endSession({ db }: Pick<Deps, "db">, hash: Uint8Array): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const userId = await deleteSession(trx, hash);
    if (userId === undefined) return;
    const ended = { organizationId: null, resource: "sessions", id: userId };
    await publishChange(trx, ended, "deleted");
  });
}
