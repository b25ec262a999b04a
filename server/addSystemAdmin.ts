import { problemSentences } from "../domain/sentences.ts";
import { userCreate } from "../domain/users.ts";
import { ConfigError, readConfig } from "./config.ts";
import { openDatabase } from "./db/client.ts";
import { migrate } from "./db/migrate.ts";
import { transactOn } from "./db/transact.ts";
import { openIdentity } from "./identity/openIdentity.ts";
import { inviteUser } from "./modules/users/service/inviteUser.ts";
import { ProblemError } from "./problem.ts";
import { ServerLog } from "./serverLog.ts";

/** `node dist/server/addSystemAdmin.js EMAIL NAME`: invites the first system admin. */
async function addSystemAdmin(email: string, userName: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.identity.kind === "emulator" || config.database.kind === "pglite") {
    throw new ConfigError(
      "DATABASE_URL, FIREBASE_PROJECT_ID: required; embedded mode already has a system admin.",
    );
  }
  const log = new ServerLog();
  const database = await openDatabase(config.database, log);
  const identity = await openIdentity(config.identity, {
    dataDir: config.dataDir,
    log,
    onMail: () => {},
  });
  try {
    await migrate(database.db);
    const input = userCreate.parse({ email, userName, isSystemAdmin: true });
    const { db } = database;
    const deps = { config, db, identity, now: () => new Date(), log, transact: transactOn(db) };
    await inviteUser(deps, null, input);
  } finally {
    await identity.close();
    await database.close();
  }
}

const [email, userName] = process.argv.slice(2);
try {
  if (!email || !userName) throw new ConfigError("Usage: addSystemAdmin.js EMAIL NAME");
  await addSystemAdmin(email, userName);
  console.log(`Invited ${email}; the mail has a link to set the password.`);
} catch (error) {
  if (error instanceof ProblemError && error.code === "EMAIL_EXISTS") {
    console.error(`${email}: ${problemSentences.EMAIL_EXISTS}`);
  } else if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
}
