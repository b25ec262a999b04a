import { ConfigError, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
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
 * their ledgers, or names those where it is not. Returns how many it left as they are.
 */
async function reconcile({ repairs }: { repairs: boolean }): Promise<number> {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  let found = 0;
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const { db } = await openMigrated(config, new ServerLog(), shutdown);
    for await (const difference of findDifferences(db)) {
      found += 1;
      console.log(describe(difference));
      if (repairs) await repairUsage({ db, now: () => new Date() }, difference);
    }
  } finally {
    await shutdown.closeAll();
  }
  if (found === 0) console.log("All counters and daily sums equal the ledger.");
  else if (repairs) console.log(`${found} repaired from the ledger.`);
  else console.log(`${found} differ from the ledger; --repair writes them anew from it.`);
  return repairs ? 0 : found;
}

function describe(difference: UsageDifference): string {
  const { organizationNo, contractId, counted, ledger, differentDays, firstDay } = difference;
  const figure = (name: "transcriptCount" | "seconds") =>
    counted[name] === ledger[name] ? [] : [`${name} ${counted[name]}, ledger ${ledger[name]}`];
  const days =
    differentDays === 0 ? [] : [`daily sums: ${differentDays} differ, first ${firstDay}`];
  const parts = [...figure("transcriptCount"), ...figure("seconds"), ...days];
  return `organization ${organizationNo}, contract ${contractId}: ${parts.join("; ")}`;
}

try {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== "--repair")) {
    throw new ConfigError(USAGE);
  }
  const left = await reconcile({ repairs: option === "--repair" });
  if (left > 0) process.exitCode = 1;
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 2;
}
