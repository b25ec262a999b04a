import type { Kysely } from "kysely";
import { normalEmail } from "../../domain/users/emailAddress.ts";
import { actAsOperator } from "../audit/acting.ts";
import { ConfigError, readConfig } from "../config.ts";
import type { Tables } from "../db/tables.ts";
import { openIdentity } from "../identity/openIdentity.ts";
import { ServerLog } from "../log/serverLog.ts";
import { removeSecondFactors } from "../modules/people/users/removeSecondFactors.ts";
import { openOwn } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError, StartError } from "../start/startError.ts";
import { tryIdentity } from "./inviteSystemAdmin.ts";

const USAGE = "Usage: removeSecondFactors.js EMAIL";

/**
 * `node dist/server/removeSecondFactors.js EMAIL`: removes the second factors of a user who has lost
 * them, where no system admin can, and ends every sign-in.
 */
async function remove(email: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.identity.kind === "emulator" || config.database.kind === "pglite") {
    throw new ConfigError(
      "DATABASE_URL, FIREBASE_PROJECT_ID: required; embedded mode has no second factors.",
    );
  }
  const log = new ServerLog();
  const shutdown = new Shutdown();
  try {
    const { dataDir } = config;
    const identity = await openIdentity(config.identity, { dataDir, log, onMail: () => {} });
    shutdown.add(identity.close);
    const { db } = await openOwn(config, log, shutdown, () => tryIdentity(identity));
    const userId = await userIdOf(db, email);
    const deps = { db, identity, now: () => new Date() };
    await actAsOperator("removeSecondFactors", () => removeSecondFactors(deps, userId, null));
  } finally {
    await shutdown.closeAll();
  }
}

async function userIdOf(db: Kysely<Tables>, email: string): Promise<string> {
  const user = await db
    .selectFrom("users")
    .select("user_id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  if (!user) throw new StartError(`There is no user ${email}.`);
  return user.user_id;
}

// Google's library warns where it looks for credentials in vain, which the error says as well.
process.removeAllListeners("warning");

try {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new ConfigError(USAGE);
  await remove(email);
  console.log(`Removed the second factors of ${email}; all sign-ins have ended.`);
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 1;
}
