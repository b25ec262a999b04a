import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import type { CookieSerializeOptions } from "@fastify/cookie";
import { addHours, subMinutes } from "date-fns";
import type { FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { actAsUser } from "../../../audit/acting.ts";
import { recordEvent, recordRefusal } from "../../../audit/recordEvent.ts";
import { sha256 } from "../../../bytes.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { TokenInvalidError, type VerifiedToken } from "../../../identity/identity.ts";
import { hostName, isLoopbackName } from "../../../plugins/requestRules.ts";
import { forbidden, unauthenticated } from "../../../problem.ts";
import { admitPerson, presentSignedIn } from "./admitPerson.ts";
import { noteSignIn } from "./endSignIns.ts";
import { claimToken, deleteSession, endToken, findUser, insertSession } from "./queries.ts";
import { actorOf, deleteSignIn, eventAbout, recordRefusedSignIn } from "./signInQueries.ts";

/**
 * Verifies an ID token. A token that is right but whose person is disabled at the identity service
 * is a refused sign-in. Throws TokenInvalidError and IdentityUnavailableError.
 */
export function verifiedToken(
  deps: Pick<Deps, "db" | "identity" | "now" | "log">,
  idToken: string,
): Promise<VerifiedToken> {
  return deps.identity.verifyIdToken(idToken).catch(async (error: unknown) => {
    if (error instanceof TokenInvalidError && error.reason === "disabled") {
      const row = await findUser(deps.db, subjectOf(idToken));
      if (row) await recordRefusedSignIn(deps, presentSignedIn(row, deps.now()));
    }
    throw error;
  });
}

/** The claim `sub` of a token whose signature was verified; empty if it has none (RFC 7519, 4.1.2). */
function subjectOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"),
    );
    return String(Object(claims).sub ?? "");
  } catch {
    return "";
  }
}

const NAME = "ki_admin_session";

/** The Host header alone counts: a forged X-Forwarded-Host could remove the protection. */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https" || !isLoopbackName(hostName(request));
}

export function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? `__Host-${NAME}` : NAME;
}

export function cookieOptions(request: FastifyRequest): CookieSerializeOptions {
  return { path: "/", httpOnly: true, sameSite: "strict", secure: isSecure(request) };
}

/** Our own secret, then the identity service's session cookie. */
const COOKIE = /^[\w-]{43}\.(.+)$/;

/** Sign-ins in one second get equal cookies; our secret makes them two sessions. */
function newSessionCookie(identityCookie: string): string {
  return `${randomBytes(32).toString("base64url")}.${identityCookie}`;
}

interface SentCookie {
  cookie: string;
  identityCookie: string;
  hash: Buffer;
}

/** The last one of each connection: hashing takes longer than comparing. */
const lastSent = new WeakMap<Socket, SentCookie>();

export function sessionCookie(request: FastifyRequest): SentCookie | undefined {
  const cookie = request.cookies[cookieName(request)];
  const last = lastSent.get(request.raw.socket);
  if (last?.cookie === cookie) return last;
  const identityCookie = COOKIE.exec(cookie ?? "")?.[1];
  if (!cookie || !identityCookie) return undefined;
  const sent = { cookie, identityCookie, hash: sha256(cookie) };
  lastSent.set(request.raw.socket, sent);
  return sent;
}

export const SIGNED_IN_WITHIN_MINUTES = 5;

/**
 * Opens an admin session for a fresh sign-in (docs/product/sign-in.md#admin-session) and returns
 * its cookie. Throws 401 for an invalid token, a sign-in over 5 minutes old, a token whose
 * session was signed out, or one without the second factor that is required; 403 unless the user is a system admin in our database.
 */
export async function openSession(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
  idToken: string,
  ip: string,
): Promise<string> {
  const { config, db, identity, now } = deps;
  const token = await verifiedToken(deps, idToken);
  const at = now();
  if (token.authTime < subMinutes(at, SIGNED_IN_WITHIN_MINUTES))
    throw unauthenticated("SIGN_IN_TOO_OLD");
  const row = await findUser(db, token.uid, token.authTime);
  const user = await admitPerson(deps, row, token, { area: "admin", ip });
  if (!user.isSystemAdmin) {
    await actAsUser(actorOf(user), () => recordRefusal(deps, eventAbout(user)));
    throw forbidden();
  }
  const life = config.sessionHours * 3_600_000;
  const cookie = newSessionCookie(await identity.createSessionCookie(idToken, life));
  const tokenHash = sha256(idToken);
  await db.transaction().execute(async (trx) => {
    if (!(await claimToken(trx, tokenHash, token.authTime))) throw unauthenticated();
    await insertSession(trx, {
      session_hash: sha256(cookie),
      token_hash: tokenHash,
      user_id: user.userId,
      signed_in_at: token.authTime,
      created_at: at,
      last_seen_at: at,
      expires_at: addHours(at, config.sessionHours),
    });
    await noteSignIn(trx, user, at);
    await actAsUser(actorOf(user), () => recordEvent(trx, eventAbout(user)));
  });
  return cookie;
}

/**
 * Ends a session at once, with every copy of its cookie and its open streams. Once this resolves,
 * the ID token that opened it opens no other, unless it is that of the `successor`.
 */
export async function endSession(
  { db }: Pick<Deps, "db">,
  hash: Uint8Array,
  successor?: { idToken: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await deleteSession(trx, hash);
    if (!ended) return;
    const { user_id: id, token_hash: token, signed_in_at: signedInAt } = ended;
    if (token && !(successor && sha256(successor.idToken).equals(token))) {
      await endToken(trx, token);
    }
    if (signedInAt) await deleteSignIn(trx, { userId: id, signedInAt });
    await publishUnlogged(trx, { organizationId: null, resource: "sessions", id }, "deleted");
    if (successor) return;
    const person = await personOf(trx, id);
    await actAsUser(actorOf(person), () => recordEvent(trx, eventAbout(person)));
  });
}

async function personOf(trx: Transaction<Tables>, userId: string) {
  const row = await findUser(trx, userId);
  if (!row) throw new Error(`user ${userId} is missing although a session names it`);
  return { userId, organizationId: row.organization_id, userName: row.user_name };
}
