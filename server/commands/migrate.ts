import { ConfigError, readConfig } from "../config.ts";
import { schemaState } from "../db/schemaState.ts";
import { missingQueues } from "../jobs/queues.ts";
import { ServerLog } from "../log/serverLog.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { openMigrated } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startError.ts";

const USAGE = "Usage: migrate.js; the database is the one of DATABASE_URL.";

/**
 * `node dist/server/migrate.js`: migrates apart from the start, so that a role that cannot change the
 * schema can run the server (docs/operations/database-roles.md). Returns what was done, one line each.
 */
async function migrateApart(): Promise<string[]> {
  const config = { ...readConfig(process.env), migrate: "auto" as const };
  const shutdown = new Shutdown();
  let done: string[] = [];
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    await openMigrated(config, new ServerLog(), shutdown, async (db) => {
      const { state, pending } = await schemaState(db);
      done = pending.map((name) => `applied ${name}`);
      if (state !== "current") return;
      for (const name of await missingQueues(db)) done.push(`made the job queue ${name}`);
    });
    return done;
  } finally {
    await shutdown.closeAll();
  }
}

try {
  if (process.argv.length > 2) throw new ConfigError(USAGE);
  const done = await migrateApart();
  for (const line of done) console.log(line);
  if (done.length === 0) console.log("Nothing to apply: the schema is current.");
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 1;
}
