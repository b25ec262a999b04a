import { searchKeys } from "../../../domain/searchKey.ts";
import { fieldSentences } from "../../../domain/sentences.ts";
import type { User, UserCreate } from "../../../domain/users.ts";
import type { Deps } from "../../context.ts";
import { InvalidEmailError } from "../../identity/identity.ts";
import type { Remember } from "../../plugins/idempotency.ts";
import { notFound, ruleBroken, validationFailed } from "../../problem.ts";
import { announceUser } from "./announceUser.ts";
import { type InvitationDeps, newUserId, withInvitedUser } from "./invitation.ts";
import { presentUser } from "./present.ts";
import { findUser, insertUser, organizationExists, type Scope } from "./queries.ts";

type InviteDeps = InvitationDeps;

/**
 * Creates a user, without an organization a system admin, and asks for the invitation mail
 * (design 3). `remember` is told the answer inside the transaction.
 *
 * Throws 409 EMAIL_EXISTS, 422 for an unknown organization or an address that the identity
 * service refuses.
 */
export async function inviteUser(
  deps: InviteDeps,
  { organizationId, email, userName, ...flags }: UserCreate,
  remember: Remember<User>,
): Promise<User> {
  if (organizationId !== undefined && !(await organizationExists(deps.db, organizationId))) {
    throw validationFailed({ organizationId: fieldSentences.organizationUnknown });
  }
  const userId = newUserId();
  const at = deps.now();
  try {
    return await withInvitedUser(deps, { userId, email, userName }, async (trx) => {
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
      const row = await findUser(trx, userId);
      if (!row) throw new Error(`user ${userId} is gone right after its insertion`);
      await announceUser(trx, row, "created");
      const user = presentUser(row);
      await remember(trx, user);
      return user;
    });
  } catch (error) {
    // The identity service is stricter about addresses than the schema.
    if (!(error instanceof InvalidEmailError)) throw error;
    throw validationFailed({ email: fieldSentences.email });
  }
}

/**
 * Asks for the invitation mail again. Throws 404, 422 NOT_INVITED for anybody who has signed in
 * or is disabled, 503 when it could not be asked for.
 */
export async function resendInvitation(
  { db, identity }: Pick<Deps, "db" | "identity">,
  userId: string,
  scope: Scope,
): Promise<void> {
  const row = await findUser(db, userId, scope);
  if (!row) throw notFound();
  if (row.status !== "INVITED") throw ruleBroken("NOT_INVITED");
  await identity.sendPasswordReset(row.email);
}
