import type { User } from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import type { AccountDeps } from "../accounts/processAccountRequest.ts";
import { requestAccount } from "../accounts/requestAccount.ts";
import { publishUser } from "../publishUser.ts";
import { lockUser } from "../queries.ts";
import { endSignIns } from "../session/endSignIns.ts";
import { presentUser } from "./present.ts";
import { findUser, type Scope } from "./queries/users.ts";
import { settledUser } from "./settledUser.ts";

/**
 * Sets back an e-mail address that was changed at the identity service and ends every sign-in;
 * until then the person cannot sign in. Throws 404, 422 EMAIL_NOT_CHANGED.
 */
export async function restoreEmail(
  deps: AccountDeps & Pick<Deps, "now">,
  userId: string,
  scope: Scope,
): Promise<User> {
  const user = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId, scope);
    if (!row) throw notFound();
    if (row.identity_error !== "EMAIL_CHANGED") throw ruleBroken("EMAIL_NOT_CHANGED");
    await endSignIns(trx, [userId], deps.now());
    await requestAccount(trx, userId, { forgives: true, revokes: true });
    await publishUser(trx, row, { isAction: true });
    return presentUser({ ...row, identity_pending: true });
  });
  return settledUser(deps, user);
}
