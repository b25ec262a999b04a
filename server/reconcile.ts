import type { Kysely } from "kysely";
import { actAsOperator } from "./audit/acting.ts";
import { ConfigError, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import type { Tables } from "./db/tables.ts";
import {
  findTotalDifferences,
  repairTotals,
  type TotalDifferences,
} from "./modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  repairUsage,
  type UsageDifference,
} from "./modules/ledger/service/reconcileUsage.ts";
import { openMigrated } from "./serve.ts";
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
      console.log(`${subjectOf(difference)}: ${describe(difference)}`);
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

function subjectOf({ organizationNo, contractId }: UsageDifference): string {
  return `organization ${organizationNo}, contract ${contractId}`;
}

function describe({ counted, ledger, ...difference }: UsageDifference): string {
  const { differentCopies, misdatedRows, differentDays, firstDay } = difference;
  const figure = (name: "transcriptCount" | "seconds") =>
    counted && counted[name] !== ledger[name]
      ? `${name} ${counted[name]}, ledger ${ledger[name]}`
      : "";
  const parts = [
    counted ? "" : "its row of contract_usage is missing",
    figure("transcriptCount"),
    figure("seconds"),
    differentCopies.length > 0 ? `copies of the contract: ${differentCopies.join(", ")}` : "",
    misdatedRows > 0 ? `rows of the ledger with another day than their time: ${misdatedRows}` : "",
    differentDays > 0 ? `daily sums: ${differentDays} differ, first ${firstDay}` : "",
  ];
  return parts.filter(Boolean).join("; ");
}

function describeTotals({ trendDays, firstTrendDay, dayCounts }: TotalDifferences): string[] {
  const trend = `usage trend: ${trendDays} days differ, first ${firstTrendDay}`;
  const counts = `day counts of the contract list: ${dayCounts} differ`;
  return [...(trendDays > 0 ? [trend] : []), ...(dayCounts > 0 ? [counts] : [])];
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
