import { email as emailAddress, line } from "../../../../domain/text/text.ts";
import { domainOf, organizationOfProvider } from "../../../../domain/ways/rules.ts";
import { actAsOperation } from "../../../audit/acting.ts";
import type { Deps } from "../../../context.ts";
import { pgConstraint } from "../../../db/errors.ts";
import { userNameColumns } from "../../../db/nameColumns.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";
import { publishUser } from "../publishUser.ts";
import { insertJoined, mayJoin } from "./queries.ts";
import { actorOf } from "./signInEvents.ts";

const LONGEST_NAME = 50;

/**
 * Makes an unknown person a member of the organization by whose single sign-on the person has come
 * (docs/product/doors.md#domains), where the organization wants that and has proven the domain of the
 * address. Returns whether the person may be known now: another request of theirs may have done it at the
 * same time. An address that a user has is not taken over, nor is an account that others can sign in to.
 */
export async function joinOnFirstSignIn(
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
 * Whether the account can be signed in to in another way as well. Then somebody else may have made it, by another
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
