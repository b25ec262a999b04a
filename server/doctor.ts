import { actAsOperator } from "./audit/acting.ts";
import { ConfigError, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { accounts, counters, months, seals } from "./doctor/dataChecks.ts";
import { type DoctorDeps, type Finding, reasonNot } from "./doctor/finding.ts";
import { jobsOfRows, queues, schedules, untaken } from "./doctor/jobChecks.ts";
import { migrations, rights, schemaParts } from "./doctor/schemaChecks.ts";
import { alike, unseen } from "./doctor/textChecks.ts";
import { openIdentity } from "./identity/openIdentity.ts";
import { openUnchanged } from "./openOwn.ts";
import { ServerLog } from "./serverLog.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startError.ts";

const USAGE = "Usage: doctor.js [--repair]";

/** What a later check reads, an earlier one has mended. */
const CHECKS = [
  migrations,
  schemaParts,
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
    return await runChecks({ config, database, db, identity, now: () => new Date(), log }, repairs);
  } finally {
    await shutdown.closeAll();
  }
}

async function runChecks(deps: DoctorDeps, repairs: boolean): Promise<number> {
  let found = 0;
  let left = 0;
  for (const { name, find } of CHECKS) {
    const mended = new Set<string>();
    try {
      for await (const finding of find(deps)) {
        found += 1;
        if (await settle(finding, repairs)) mended.add(finding.what);
        else left += 1;
      }
      if (mended.size > 0) left += await lookAgain(find(deps), mended);
    } catch (error) {
      found += 1;
      left += 1;
      console.log(`${name}: could not be checked: ${reasonNot(error)}.`);
    }
  }
  if (found === 0) console.log(`Nothing is wrong (${CHECKS.length} checks).`);
  else if (!repairs) console.log(`${found} found; --repair mends what it can.`);
  else console.log(`${found} found, ${found - left} mended, ${left} left.`);
  return left;
}

/** Says which findings are still there although they were mended. Returns how many. */
async function lookAgain(findings: AsyncIterable<Finding>, mended: ReadonlySet<string>) {
  let left = 0;
  for await (const { what } of findings) {
    if (!mended.has(what)) continue;
    left += 1;
    console.log(`${what}: is found again after it was mended.`);
  }
  return left;
}

/** Says what was found and what became of it, in one line. Returns whether it is mended. */
async function settle({ what, mend, advice }: Finding, repairs: boolean): Promise<boolean> {
  if (!repairs || !mend) {
    console.log(advice === undefined ? `${what}.` : `${what}: ${advice}.`);
    return false;
  }
  try {
    await mend();
    console.log(`${what}: mended.`);
    return true;
  } catch (error) {
    console.log(`${what}: cannot be mended: ${reasonNot(error)}.`);
    return false;
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
