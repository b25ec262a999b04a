import { randomUUID } from "node:crypto";
import { isAfter } from "date-fns";
import type { Insertable, Kysely, Transaction } from "kysely";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { invitationLink } from "../../../../domain/users/actionLink.ts";
import { managedFields } from "../../../../domain/users/edit.ts";
import { canBeInvited } from "../../../../domain/users/rules.ts";
import type { InvitationLink, User, UserCreate } from "../../../../domain/users/schemas.ts";
import { sha256 } from "../../../bytes.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import { userNameColumns } from "../../../db/listPage.ts";
import type { Tables, UsersTable } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { UserNotFoundError } from "../../../identity/identity.ts";
import { notFound, ruleBroken, unavailable, validationFailed } from "../../../problem.ts";
import { type AccountDeps, awaitAccount } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { findInvitation, newInvitation, updateInvitedBy } from "../invitations/sendInvitation.ts";
import { reserveMail, reserveRequestedMail } from "../mails/reserveMail.ts";
import { lockUser, publishUser } from "../queries.ts";
import {
  findUser,
  insertUser,
  organizationExists,
  presentUser,
  type Scope,
} from "./queries/users.ts";
import { settledUser } from "./userAccount.ts";

type InviteDeps = AccountDeps & Pick<Deps, "now"> & { transact: Transact };

/**
 * Creates a user (a system admin if there is no organization) and requests the account and the
 * invitation mail (docs/product/people.md#invitations), which may follow later (identityPending).
 * `sender` is the user id of the inviting admin. Throws 409 EMAIL_EXISTS, 422 for an unknown
 * organization.
 */
export async function inviteUser(
  deps: InviteDeps,
  sender: string | null,
  { organizationId, email, userName, userNameKana, ...flags }: UserCreate,
): Promise<User> {
  const { db, now, transact } = deps;
  if (organizationId !== undefined && !(await organizationExists(db, organizationId))) {
    throw validationFailed({ organizationId: fieldSentences.organizationUnknown });
  }
  const userId = newUserId();
  const at = now();
  const invite = (trx: Transaction<Tables>) =>
    insertInvited(trx, sender, {
      user_id: userId,
      organization_id: organizationId ?? null,
      email,
      ...userNameColumns(userName, userNameKana, email),
      is_system_admin: flags.isSystemAdmin ?? false,
      is_organization_admin: flags.isOrganizationAdmin ?? false,
      is_dictionary_admin: flags.isDictionaryAdmin ?? false,
      created_at: at,
      updated_at: at,
    });
  return settledUser(deps, await transact(invite, { provisional: true }));
}

/** An id for a new user, which is also the uid at the identity service. */
export function newUserId(): string {
  return randomUUID();
}

/**
 * Inserts a user, requests the account and, unless `mails` is false, the invitation mail, and returns the user. `sender` is the user id of the
 * inviting admin; `mailSender` is whose hourly limit the mail counts towards if nobody invites. Call
 * `awaitAccount` after the commit. Throws 422 MANAGED_BY_DIRECTORY with a role that a directory gives.
 */
export async function insertInvited(
  trx: Transaction<Tables>,
  sender: string | null,
  user: Insertable<UsersTable> & { organization_id: number | null },
  { mails = true, mailSender = sender }: { mails?: boolean; mailSender?: string | null } = {},
): Promise<User> {
  const { user_id: userId, email } = user;
  await insertUser(trx, { ...user, invited_by: sender });
  const mail = mails ? await reserveMail(trx, { recipient: email, sender: mailSender }) : undefined;
  await requestAccount(trx, userId, { creates: true, mails }, mail ? { mail } : {});
  const row = await findUser(trx, userId);
  if (!row) throw new Error(`user ${userId} is missing after its insertion`);
  const after = presentUser(row);
  if (managedFields(after).some((field) => after[field] === true)) {
    throw ruleBroken("MANAGED_BY_DIRECTORY");
  }
  await publishUser(trx, row, { before: null, after });
  return after;
}

/**
 * Requests the invitation mail again, and the account if it is lost. Throws 404, 422 NOT_INVITED
 * unless the user is INVITED, 429 within a minute of another mail to the person.
 */
export async function resendInvitation(
  deps: AccountDeps,
  sender: string,
  userId: string,
  scope: Scope,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId, scope);
    if (!row) throw notFound();
    if (!canBeInvited(presentUser(row))) throw ruleBroken("NOT_INVITED");
    const mail = await reserveRequestedMail(trx, { recipient: row.email, sender });
    await updateInvitedBy(trx, [userId], sender);
    await requestAccount(trx, userId, { mails: true }, { mail });
    await publishUser(trx, row, { isAction: true });
  });
  await awaitAccount(deps, userId);
}

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
