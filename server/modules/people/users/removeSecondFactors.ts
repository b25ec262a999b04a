import type { Deps } from "../../../context.ts";
import { UserNotFoundError } from "../../../identity/identity.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import { publishUser } from "../publishUser.ts";
import { endSignIns } from "../session/endSignIns.ts";
import { findUser } from "./queries/users.ts";

/**
 * Removes the second factors of a user who has lost them, and ends every sign-in, so that the next one
 * takes the password alone. Nobody removes their own so: a stolen session would be enough. Throws 404,
 * 422 OWN_FLAGS, IdentityUnavailableError.
 */
export async function removeSecondFactors(
  { db, identity, now }: Pick<Deps, "db" | "identity" | "now">,
  userId: string,
  actorId: string | null,
): Promise<void> {
  if (userId === actorId) throw ruleBroken("OWN_FLAGS");
  const user = await findUser(db, userId);
  if (!user) throw notFound();
  try {
    await identity.removeSecondFactors(userId);
  } catch (error) {
    // An account that is lost at the identity service has no factor.
    if (!(error instanceof UserNotFoundError)) throw error;
  }
  await db.transaction().execute(async (trx) => {
    await endSignIns(trx, [userId], now());
    await publishUser(trx, user, { isAction: true });
  });
}
