import type { Transaction } from "kysely";
import { searchKeys } from "../../../../domain/searchKey.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { canBeInvited } from "../../../../domain/userRules.ts";
import type { User, UserCreate } from "../../../../domain/users.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { awaitAccount } from "../../accounts/service/awaitAccount.ts";
import type { AccountDeps } from "../../accounts/service/carryOut.ts";
import { requestAccount } from "../../accounts/service/requestAccount.ts";
import { bookMail, bookRequestedMail } from "../../mails/service/bookMail.ts";
import { presentUser } from "../present.ts";
import {
  findUser,
  insertUser,
  lockUser,
  organizationExists,
  type Scope,
} from "../queries/users.ts";
import { announceUser } from "./announceUser.ts";
import { newUserId } from "./newUserId.ts";
import { settledUser } from "./settledUser.ts";

type InviteDeps = AccountDeps & Pick<Deps, "now"> & { transact: Transact };

/**
 * Creates a user, without an organization a system admin, and asks for the account and the
 * invitation mail (design 3), which may follow later: then the user is identityPending. `sender` is the user id of who invites.
 *
 * Throws 409 EMAIL_EXISTS, 422 for an unknown organization.
 */
export async function inviteUser(
  deps: InviteDeps,
  sender: string | null,
  { organizationId, email, userName, ...flags }: UserCreate,
): Promise<User> {
  const { db, now, transact } = deps;
  if (organizationId !== undefined && !(await organizationExists(db, organizationId))) {
    throw validationFailed({ organizationId: fieldSentences.organizationUnknown });
  }
  const userId = newUserId();
  const at = now();
  const invite = async (trx: Transaction<Tables>) => {
    await insertUser(trx, {
      user_id: userId,
      organization_id: organizationId ?? null,
      email,
      user_name: userName,
      search_key: searchKeys(userName, email),
      is_system_admin: flags.isSystemAdmin ?? false,
      is_organization_admin: flags.isOrganizationAdmin ?? false,
      is_dictionary_admin: flags.isDictionaryAdmin ?? false,
      created_at: at,
      updated_at: at,
    });
    const mail = await bookMail(trx, { recipient: email, sender });
    await requestAccount(trx, userId, { creates: true, mails: true }, { mail });
    const row = await findUser(trx, userId);
    if (!row) throw new Error(`user ${userId} is gone right after its insertion`);
    await announceUser(trx, row, "created");
    return presentUser(row);
  };
  return settledUser(deps, await transact(invite, { provisional: true }));
}

/**
 * Asks for the invitation mail again, and with it for the account, should that be lost. Throws
 * 404, 422 NOT_INVITED for anybody who can sign in or is disabled, 429 within a minute of another
 * mail to the person.
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
    const mail = await bookRequestedMail(trx, { recipient: row.email, sender });
    await requestAccount(trx, userId, { mails: true }, { mail });
    await announceUser(trx, row, "updated");
  });
  await awaitAccount(deps, userId);
}
