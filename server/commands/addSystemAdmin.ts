import { ConfigError, readConfig } from "../config.ts";
import { openIdentity } from "../identity/openIdentity.ts";
import { ServerLog } from "../log/serverLog.ts";
import { openOwn } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startError.ts";
import { inviteSystemAdmin, tryIdentity } from "./inviteSystemAdmin.ts";

const USAGE = "Usage: addSystemAdmin.js EMAIL NAME";

/** Longer than the account and its mail take: no request waits for it here. */
const INVITED_WITHIN_MS = 20_000;

/** `node dist/server/addSystemAdmin.js EMAIL NAME`: invites the first system admin. */
async function addSystemAdmin(email: string, userName: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.identity.kind === "emulator" || config.database.kind === "pglite") {
    throw new ConfigError(
      "DATABASE_URL, FIREBASE_PROJECT_ID: required; embedded mode already has a system admin.",
    );
  }
  const log = new ServerLog();
  const shutdown = new Shutdown();
  try {
    const { dataDir } = config;
    const identity = await openIdentity(config.identity, { dataDir, log, onMail: () => {} });
    shutdown.add(identity.close);
    const { db } = await openOwn(config, log, shutdown, () => tryIdentity(identity));
    const deps = { config, db, identity, now: () => new Date(), accountWaitMs: INVITED_WITHIN_MS };
    await inviteSystemAdmin(deps, { email, userName });
  } finally {
    await shutdown.closeAll();
  }
}

// Google's library warns where it looks for credentials in vain, which the error says as well.
process.removeAllListeners("warning");

try {
  const [email, userName, ...more] = process.argv.slice(2);
  if (!email || !userName || more.length > 0) throw new ConfigError(USAGE);
  await addSystemAdmin(email, userName);
  console.log(`Invited ${email}; the mail has a link to set the password.`);
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 1;
}
