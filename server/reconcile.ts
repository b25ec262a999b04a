import type { Kysely } from "kysely";
import { actAsOperator } from "./audit/acting.ts";
import { ConfigError, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import type { Tables } from "./db/tables.ts";
import { findTotalDifferences, repairTotals } from "./modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  repairUsage,
  type UsageDifference,
} from "./modules/ledger/service/reconcileUsage.ts";
import { openMigrated } from "./openOwn.ts";
import { describeTotals, describeUsage, subjectOf } from "./reconcileLines.ts";
import { ServerLog } from "./serverLog.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startError.ts";

const USAGE = "Usage: reconcile.js [--repair]";

/**
 * `node dist/server/reconcile.js [--repair]`: proves that what contracts have used is the sum of
 * their ledgers, and what screens show the sum of the contracts, or names where it is not. Returns how
 * many differences it left as they are.
 */
async function reconcile({ repairs }: { repairs: boolean }): Promise<number> {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  let found = 0;
  let left = 0;
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const { db } = await openMigrated(config, new ServerLog(), shutdown);
    for await (const difference of findDifferences(db)) {
      found += 1;
      console.log(`${subjectOf(difference)}: ${describeUsage(difference)}`);
      if (!repairs || !(await isRepaired(db, difference))) left += 1;
    }
    const totals = describeTotals(await findTotalDifferences(db));
    found += totals.length;
    for (const line of totals) console.log(line);
    if (!repairs) left += totals.length;
    else if (totals.length > 0) await repairTotals(db);
  } finally {
    await shutdown.closeAll();
  }
  if (found === 0) console.log("All counters and sums equal the ledger.");
  else if (!repairs) console.log(`${found} differ; --repair writes them anew from the ledger.`);
  else if (left === 0) console.log(`${found} repaired from the ledger.`);
  else console.log(`${found - left} repaired from the ledger; ${left} could not be repaired.`);
  return left;
}

/** One contract that cannot be repaired does not keep the others from it. */
async function isRepaired(db: Kysely<Tables>, difference: UsageDifference): Promise<boolean> {
  try {
    await repairUsage({ db, now: () => new Date() }, difference);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${subjectOf(difference)} could not be repaired: ${reason}`);
    return false;
  }
}

try {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== "--repair")) {
    throw new ConfigError(USAGE);
  }
  const left = await actAsOperator("reconcile", () =>
    reconcile({ repairs: option === "--repair" }),
  );
  if (left > 0) process.exitCode = 1;
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 2;
}
