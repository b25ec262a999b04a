import { actAsOperator } from "../audit/acting.ts";
import { ConfigError, readConfig } from "../config.ts";
import { accounts, counters, months, seals } from "../doctor/dataChecks.ts";
import { jobsOfRows, queues, schedules, untaken } from "../doctor/jobChecks.ts";
import { rights } from "../doctor/rights.ts";
import { runChecks } from "../doctor/runChecks.ts";
import { migrations, schemaParts } from "../doctor/schemaChecks.ts";
import { sequences } from "../doctor/sequenceCheck.ts";
import { alike, unseen } from "../doctor/textChecks.ts";
import { openIdentity } from "../identity/openIdentity.ts";
import { ServerLog } from "../log/serverLog.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { openUnchanged } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startError.ts";

const USAGE = "Usage: doctor.js [--repair]";

const CHECKS = [
  migrations,
  schemaParts,
  sequences,
  rights,
  months,
  queues,
  schedules,
  jobsOfRows,
  untaken,
  counters,
  accounts,
  seals,
  unseen,
  alike,
];

/**
 * `node dist/server/doctor.js [--repair]`: compares a database with what should be in it, one line per
 * finding (docs/operations/doctor.md). Returns how many are left as they are.
 */
async function examine({ repairs }: { repairs: boolean }): Promise<number> {
  const config = readConfig(process.env);
  const { dataDir } = config;
  const shutdown = new Shutdown();
  const log = new ServerLog();
  try {
    if (config.database.kind === "pglite" || config.identity.kind === "emulator") {
      shutdown.add(await lockDataDirectory(dataDir));
    }
    const database = await openUnchanged(config, log, shutdown);
    const identity = await openIdentity(config.identity, { dataDir, log, onMail: () => {} });
    shutdown.add(identity.close);
    const { db } = database;
    const deps = { config, database, db, identity, now: () => new Date(), log };
    return await runChecks(deps, CHECKS, { repairs, print: (line) => console.log(line) });
  } finally {
    await shutdown.closeAll();
  }
}

try {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== "--repair")) {
    throw new ConfigError(USAGE);
  }
  const left = await actAsOperator("doctor", () => examine({ repairs: option === "--repair" }));
  if (left > 0) process.exitCode = 1;
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 2;
}
