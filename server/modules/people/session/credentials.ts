import { subMinutes } from "date-fns";
import { type Access, credentialsOf } from "../../../../domain/access.ts";
import { noServiceKey } from "../../../../domain/problems/sentences.ts";
import { email as emailAddress, line } from "../../../../domain/text/text.ts";
import { domainOf, organizationOfProvider } from "../../../../domain/ways/rules.ts";
import { actAsOperation } from "../../../audit/acting.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import { pgConstraint } from "../../../db/errors.ts";
import { userNameColumns } from "../../../db/listPage.ts";
import { Lookups } from "../../../db/prepared.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";
import type { Authenticate } from "../../../plugins/access.ts";
import { type ProblemError, unauthenticated } from "../../../problem.ts";
import { isServiceKey, serviceCredential } from "../../serviceKeys/service/serviceCredential.ts";
import { publishUser } from "../queries.ts";
import { admitPerson } from "./admitPerson.ts";
import { noteUse, recordSignIn } from "./endSignIns.ts";
import {
  findSessions,
  findUsers,
  insertJoined,
  mayJoin,
  signInKey,
  touchSession,
} from "./queries.ts";
import { sessionCookie, verifiedToken } from "./sessions.ts";
import { actorOf, IDLE_MINUTES, isFromPerson } from "./signInQueries.ts";

const TOUCH_AFTER_MINUTES = 1;

/**
 * Reads the session from our database each time, so that ending it counts at once
 * (docs/product/sign-in.md#admin-session).
 */
export function adminCredential(
  deps: Pick<Deps, "config" | "db" | "identity" | "log" | "now">,
): Authenticate {
  const { db, identity, now } = deps;
  const sessions = new Lookups((hashes: string[]) => findSessions(db, hashes));
  return async (request) => {
    const sent = sessionCookie(request);
    if (!sent) throw unauthenticated();
    const row = await sessions.find(sent.hash.toString("hex"));
    const at = now();
    const lives = row && row.expires_at > at && row.last_seen_at > subMinutes(at, IDLE_MINUTES);
    if (!lives) throw unauthenticated();
    const token = await identity.verifySessionCookie(sent.identityCookie);
    if (token.uid !== row.user_id) throw unauthenticated();
    const user = await admitPerson(deps, row, token, { area: "admin", ip: request.ip });
    if (isFromPerson(request, row)) {
      if (row.last_seen_at < subMinutes(at, TOUCH_AFTER_MINUTES)) {
        await touchSession(db, sent.hash, at);
      }
      const noting = row.sign_in_seen_at ? noteUse(deps, row, user) : undefined;
      if (noting) await noting;
    }
    return { user, service: null };
  };
}

const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i;

/**
 * Staff area: a Firebase ID token or a service key as bearer. Cookies are ignored; flags and scopes
 * come from our database.
 */
export function staffCredential(
  deps: Pick<Deps, "config" | "db" | "identity" | "now" | "log">,
): Authenticate {
  const users = new Lookups((keys: string[]) => findUsers(deps.db, keys));
  const serviceOf = serviceCredential(deps);
  /** A page asks for several things at once; each would wait for the row that the first has locked. */
  const recording = new Map<string, Promise<void>>();
  const recordOnce = (key: string, user: SignedIn) => {
    const recorded =
      recording.get(key) ?? recordSignIn(deps, user).finally(() => recording.delete(key));
    recording.set(key, recorded);
    return recorded;
  };
  return async (request) => {
    const { headers, routeOptions } = request;
    const token = BEARER.exec(headers.authorization ?? "")?.[1];
    if (!token) throw missing(routeOptions.config.access);
    if (isServiceKey(token)) return { user: null, service: await serviceOf(token) };
    const verified = await verifiedToken(deps, token);
    const key = signInKey(verified);
    let row = await users.find(key);
    if (!row && (await joinOnFirstSignIn(deps, verified))) row = await users.find(key);
    const user = await admitPerson(deps, row, verified, { area: "staff", ip: request.ip });
    if (!row?.signed_in_at || row.signed_in_at < user.signedInAt) await recordOnce(key, user);
    else if (isFromPerson(request, row)) await noteUse(deps, row, user);
    return { user, service: null };
  };
}

function missing(access: Access | undefined): ProblemError {
  const isForPrograms = access !== undefined && !credentialsOf(access).includes("user");
  return unauthenticated("UNAUTHENTICATED", isForPrograms ? { message: noServiceKey } : undefined);
}

const LONGEST_NAME = 50;

/**
 * Makes an unknown person a member of the organization by whose single sign-on the person has come
 * (docs/product/doors.md#domains), where the organization wants that and has proven the domain of the
 * address. Returns whether the person may be known now: another request of theirs may have done it at the
 * same time. An address that a user has is not taken over, nor is an account that others can sign in to.
 */
async function joinOnFirstSignIn(
  deps: Pick<Deps, "db" | "identity" | "log" | "now">,
  token: VerifiedToken,
): Promise<boolean> {
  const { db, now } = deps;
  const { uid: userId, provider } = token;
  const organizationId = organizationOfProvider(provider);
  const { data: email } = emailAddress.safeParse(token.email);
  if (organizationId === undefined || email === undefined) return false;
  if (!(await mayJoin(db, { organizationId, provider, domain: domainOf(email) }))) return false;
  if (await hasOtherWays(deps, token)) return false;
  const at = now();
  const user = {
    user_id: userId,
    organization_id: organizationId,
    email,
    ...userNameColumns(nameOf(token, email), null, email),
    status: "ACTIVE" as const,
    created_at: at,
    updated_at: at,
  };
  const { user_name: userName } = user;
  const parts = Object.entries({ email, userName, status: user.status }).map(([field, after]) => ({
    field,
    before: null,
    after,
  }));
  const actor = actorOf({ userId, organizationId, userName });
  try {
    await actAsOperation("joinOnFirstSignIn", actor, () =>
      db.transaction().execute(async (trx) => {
        if (await insertJoined(trx, user)) await publishUser(trx, user, { before: null, parts });
      }),
    );
  } catch (error) {
    if (pgConstraint(error) !== "users_email_unique") throw error;
  }
  return true;
}

/**
 * Whether the account can be signed in to in another way as well. Then another person may have made it, by another
 * identity provider that asserted the address, and given it a password: it is deleted, and the next
 * sign-in makes a new one.
 */
async function hasOtherWays(
  { identity, log }: Pick<Deps, "identity" | "log">,
  { uid: userId, provider }: VerifiedToken,
): Promise<boolean> {
  const account = (await identity.findAccounts([userId])).get(userId);
  if (!account?.providers.some((known) => known !== provider)) return false;
  log.warn({ userId, provider }, "an account of nobody had other ways to sign in and is deleted");
  await identity.deleteUser(userId);
  return true;
}

/** The name that the identity provider tells, if people can be called so here. */
function nameOf({ userName }: VerifiedToken, email: string): string {
  const { data } = line(LONGEST_NAME).safeParse(userName);
  return data ?? email.slice(0, email.lastIndexOf("@")).slice(0, LONGEST_NAME);
}
