import { isAfter } from "date-fns";
import type { Kysely } from "kysely";
import { invitationLink } from "../../../../domain/users/actionLink.ts";
import type { InvitationLink } from "../../../../domain/users/schemas.ts";
import { sha256 } from "../../../bytes.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { UserNotFoundError } from "../../../identity/identity.ts";
import { notFound, ruleBroken, unavailable } from "../../../problem.ts";
import { awaitAccount } from "../accounts/awaitAccount.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { findInvitation } from "../invitations/queries.ts";
import { newInvitation } from "../invitations/sendInvitation.ts";
import { reserveRequestedMail } from "../mails/reserveMail.ts";
import { publishUser } from "../publishUser.ts";
import { lockUser } from "../queries.ts";
import { findUser, type Scope } from "./queries/users.ts";

interface LinkDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "publicUrl" | "invitationDays">;
}

/**
 * Creates a link with which an invited user sets the first password, for an admin to hand over; no
 * mail is sent. Throws 404, 422 NOT_INVITED unless the user is INVITED (the link of an active user
 * would open that person's account to the admin).
 */
export function createInvitationLink(
  deps: LinkDeps,
  userId: string,
  scope: Scope,
): Promise<InvitationLink> {
  return deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId, scope);
    if (!row) throw notFound();
    const invitation = await newInvitation(trx, userId, deps);
    if (!invitation) throw ruleBroken("NOT_INVITED");
    await publishUser(trx, row, { isAction: true });
    return { link: invitationLink(deps.config.publicUrl, invitation.token) };
  });
}

/**
 * Exchanges the token of an invitation for a code of the identity service that sets the first password.
 * It uses nothing up: programs that look into mails open links, too. Throws 404 INVITATION_NOT_FOUND
 * for a token that is unknown, used or withdrawn, 410 INVITATION_ENDED, 503 without the identity service.
 */
export async function openInvitation(
  deps: AccountDeps,
  token: string,
): Promise<{ oobCode: string }> {
  const found = await findKnown(deps.db, token);
  if (!isAfter(found.ends_at, deps.now())) throw ruleBroken("INVITATION_ENDED");
  const { user_id: userId, email } = found;
  if (!(await hasAccount(deps, userId, email))) {
    await repairAccount(deps, userId);
    if (!(await hasAccount(deps, userId, email))) throw unavailable();
  }
  try {
    return { oobCode: await deps.identity.createPasswordCode(email) };
  } catch (error) {
    // The account was deleted at this moment; the next call says why.
    if (error instanceof UserNotFoundError) throw unavailable();
    throw error;
  }
}

/**
 * Sends a new invitation to the address of one, which may have ended. Throws 404 INVITATION_NOT_FOUND, 429
 * within a minute of another mail to the person.
 */
export async function renewInvitation(deps: AccountDeps, token: string): Promise<void> {
  const userId = await deps.db.transaction().execute(async (trx) => {
    const known = await findKnown(trx, token);
    await lockUser(trx, known.user_id);
    // It may have been used or withdrawn meanwhile.
    const { user_id, email } = await findKnown(trx, token);
    const mail = await reserveRequestedMail(trx, { recipient: email, sender: null });
    await requestAccount(trx, user_id, { mails: true }, { mail });
    return user_id;
  });
  await awaitAccount(deps, userId);
}

async function findKnown(db: Kysely<Tables>, token: string) {
  const found = await findInvitation(db, sha256(token));
  if (!found) throw ruleBroken("INVITATION_NOT_FOUND");
  return found;
}

/** Whether the address belongs to the user's own account; a code opens the account of its address. */
async function hasAccount(
  { identity }: Pick<Deps, "identity">,
  userId: string,
  email: string,
): Promise<boolean> {
  return (await identity.findAccounts([userId])).get(userId)?.email === email;
}

async function repairAccount(deps: AccountDeps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await requestAccount(trx, userId, { creates: true });
  });
  await awaitAccount(deps, userId);
}
