import type { Kysely } from "kysely";
import { actAsOperator } from "../audit/acting.ts";
import type { Tables } from "../db/tables.ts";
import { findStatementDifferences } from "../modules/closings/service/verifyStatements.ts";
import { findLostEvents, forgetLostEvents } from "../modules/ledger/queries/ledgerRows.ts";
import { findTotalDifferences, repairTotals } from "../modules/ledger/service/reconcileTotals.ts";
import {
  findDifferences,
  isLoss,
  repairUsage,
  type UsageDifference,
} from "../modules/ledger/service/reconcileUsage.ts";
import { openMigrated } from "../start/openOwn.ts";
import {
  describeLostEvents,
  describeStatements,
  describeTotals,
  describeUsage,
  subjectOf,
} from "./reportLines.ts";
import { runCommand, withDatabase } from "./runCommand.ts";

const LOSS =
  "Rows of the ledger are gone: put them back first (docs/operations/incidents.md#rows-of-the-ledger-are-gone). " +
  "--repair leaves what says so as it is, unless --accept-loss is given.";

interface Options {
  repairs: boolean;
  /** Whether sums become those of a ledger that has lost rows, and the ids of these rows are forgotten. */
  acceptsLoss: boolean;
}

/**
 * `node dist/server/reconcile.js [--repair [--accept-loss]]`: proves that what contracts have used is the
 * sum of their ledgers, and what screens show the sum of the contracts, or names where it is not, all of it
 * before it repairs anything.
 */
await runCommand({
  usage: "reconcile.js [--repair [--accept-loss]]",
  read: (options): Options | undefined =>
    ["", "--repair", "--repair --accept-loss"].includes(options.join(" "))
      ? { repairs: options.includes("--repair"), acceptsLoss: options.includes("--accept-loss") }
      : undefined,
  run: (options) =>
    withDatabase(openMigrated, async ({ db }) => {
      const left = await actAsOperator("reconcile", () => reconcile(db, options));
      return left > 0 ? 1 : 0;
    }),
  failure: 2,
});

/** Returns how many differences it left as they are. */
async function reconcile(db: Kysely<Tables>, { repairs, acceptsLoss }: Options): Promise<number> {
  const differences: UsageDifference[] = [];
  for await (const difference of findDifferences(db)) {
    differences.push(difference);
    console.log(`${subjectOf(difference)}: ${describeUsage(difference)}`);
  }
  const lostEvents = await findLostEvents(db);
  for (const lost of lostEvents) console.log(describeLostEvents(lost));
  const { trend, dayCounts } = describeTotals(await findTotalDifferences(db));
  for (const line of [...trend, ...dayCounts]) console.log(line);
  const statements = await statementLines(db);
  for (const line of statements) console.log(line);

  const found =
    differences.length + lostEvents.length + trend.length + dayCounts.length + statements.length;
  const losses = new Set(differences.filter((difference) => isLoss(difference, lostEvents)));
  const keepsLoss = !acceptsLoss && losses.size + lostEvents.length > 0;
  if (keepsLoss) console.log(LOSS);
  if (found === 0) console.log("All counters and sums equal the ledger.");
  else if (!repairs) console.log(`${found} differ; --repair writes them again from the ledger.`);
  if (!repairs || found === 0) return found;

  let left = keepsLoss ? lostEvents.length + trend.length : 0;
  for (const difference of differences) {
    if ((keepsLoss && losses.has(difference)) || !(await isRepaired(db, difference))) left += 1;
  }
  if (!keepsLoss) for (const lost of lostEvents) await forgetLostEvents(db, lost);
  await repairTotals(db, { trend: !keepsLoss });
  // Closings never change: their sums are right once counters and ledger are, or they are named.
  left += (await statementLines(db)).length;
  const leftOver = left > 0 ? `; ${left} could not be repaired` : "";
  console.log(`${found - left} repaired from the ledger${leftOver}.`);
  return left;
}

/** The contracts whose statements, with what is open, are not what they have used, a line each. */
async function statementLines(db: Kysely<Tables>): Promise<string[]> {
  const lines: string[] = [];
  for await (const one of findStatementDifferences(db)) lines.push(describeStatements(one));
  return lines;
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
