import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { type ReconcileDeps, reconcileAll } from "./service/reconcileTotals.ts";

const NIGHTLY = "30 4 * * *";

/** The job that compares what contracts have used with their ledgers, and raises alerts. */
export function ledgerJobs(deps: ReconcileDeps): Pick<JobHandlers, "reconcileUsage"> {
  return { reconcileUsage: { schedule: NIGHTLY, run: () => reconcileAll(deps) } };
}
