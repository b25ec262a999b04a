import { randomUUID } from "node:crypto";
import type { Insertable, Transaction } from "kysely";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { managedFields } from "../../../../domain/users/edit.ts";
import { canBeInvited } from "../../../../domain/users/rules.ts";
import type { User, UserCreate } from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import { userNameColumns } from "../../../db/nameColumns.ts";
import type { Tables, UsersTable } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { awaitAccount } from "../accounts/awaitAccount.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { updateInvitedBy } from "../invitations/queries.ts";
import { reserveMail, reserveRequestedMail } from "../mails/reserveMail.ts";
import { publishUser } from "../publishUser.ts";
import { lockUser } from "../queries.ts";
import { presentUser } from "./present.ts";
import { findUser, insertUser, organizationExists, type Scope } from "./queries/users.ts";
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
