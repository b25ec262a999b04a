import { readConfig } from "../config.ts";
import { schemaState } from "../db/schemaState.ts";
import { missingQueues } from "../jobs/queues.ts";
import { openMigrated } from "../start/openOwn.ts";
import { runCommand, withDatabase } from "./runCommand.ts";

/**
 * `node dist/server/migrate.js`: migrates apart from the start, so that a role that cannot change the
 * schema can run the server (docs/operations/database-roles.md).
 */
await runCommand({
  usage: "migrate.js; the database is the one of DATABASE_URL.",
  read: (parameters) => (parameters.length === 0 ? {} : undefined),
  run: async () => {
    const done: string[] = [];
    await withDatabase(
      (config, log, shutdown) =>
        openMigrated(config, log, shutdown, async (db) => {
          const { state, pending } = await schemaState(db);
          for (const name of pending) done.push(`applied ${name}`);
          if (state !== "current") return;
          for (const name of await missingQueues(db)) done.push(`made the job queue ${name}`);
        }),
      async () => {},
      { ...readConfig(process.env), migrate: "auto" },
    );
    for (const line of done) console.log(line);
    if (done.length === 0) console.log("Nothing to apply: the schema is current.");
    return 0;
  },
});
