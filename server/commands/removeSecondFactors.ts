import type { Kysely } from "kysely";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import { actAsOperator } from "../audit/acting.ts";
import type { Tables } from "../db/tables.ts";
import { removeSecondFactors } from "../modules/people/users/userAccount.ts";
import { openOwn } from "../start/openOwn.ts";
import { StartError } from "../start/startMessages.ts";
import { tryIdentity } from "./inviteSystemAdmin.ts";
import { readOwnPartsConfig, runCommand, withIdentity } from "./runCommand.ts";

/**
 * `node dist/server/removeSecondFactors.js EMAIL`: removes the second factors of a user who has lost
 * them, where no system admin can, and ends every sign-in.
 */
await runCommand({
  usage: "removeSecondFactors.js EMAIL",
  read: ([email, ...more]) => (email && more.length === 0 ? email : undefined),
  run: (email) =>
    withIdentity(
      (config, log, shutdown, identity) =>
        openOwn(config, log, shutdown, async () => tryIdentity(await identity())),
      async (deps) => {
        const userId = await userIdOf(deps.db, email);
        await actAsOperator("removeSecondFactors", () => removeSecondFactors(deps, userId, null));
        console.log(`Removed the second factors of ${email}; all sign-ins have ended.`);
        return 0;
      },
      readOwnPartsConfig("embedded mode has no second factors."),
    ),
});

async function userIdOf(db: Kysely<Tables>, email: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("user_id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  if (!user) throw new StartError(`There is no user ${email}.`);
  return user.user_id;
}
