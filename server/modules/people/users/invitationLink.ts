import { passwordLink } from "../../../../domain/users/actionLink.ts";
import type { InvitationLink } from "../../../../domain/users/schemas.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import { notFound, ruleBroken, unavailable } from "../../../problem.ts";
import { awaitAccount } from "../accounts/awaitAccount.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { lockUser } from "../queries.ts";
import { findUser, type Scope, type UserRow } from "./queries/users.ts";

/**
 * Creates a link with which an invited user sets the first password, for an admin to hand over; no
 * mail is sent. Throws 404, 422 NOT_INVITED unless the user is INVITED (the link of an active user
 * would open that person's account to the admin), 503 without the identity service.
 */
export async function createInvitationLink(
  deps: AccountDeps,
  userId: string,
  scope: Scope,
): Promise<InvitationLink> {
  const row = await findUser(deps.db, userId, scope);
  if (!row) throw notFound();
  if (row.status !== "INVITED") throw ruleBroken("NOT_INVITED");
  if (!(await hasAccount(deps, row))) {
    await repairAccount(deps, userId);
    if (!(await hasAccount(deps, row))) throw unavailable();
  }
  const oobCode = await deps.identity.createPasswordCode(row.email);
  const { organization_id: organizationId, user_id: id, user_name: name } = row;
  await deps.db
    .transaction()
    .execute((trx) => recordEvent(trx, { organizationId, target: { kind: "user", id, name } }));
  return { link: passwordLink(deps.config.publicUrl, { oobCode, invited: true }) };
}

/**
 * Whether the address belongs to the user's own account; a code opens the account of its address.
 */
async function hasAccount(
  { identity }: Pick<Deps, "identity">,
  { user_id, email }: UserRow,
): Promise<boolean> {
  return (await identity.findAccounts([user_id])).get(user_id)?.email === email;
}

async function repairAccount(deps: AccountDeps, userId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    await requestAccount(trx, userId, { creates: true });
  });
  await awaitAccount(deps, userId);
}
