import type { Deps } from "../../../context.ts";
import type { Database } from "../../../db/client.ts";
import {
  raiseReconcileAlert,
  resolveReconcileAlert,
} from "../../alerts/service/reconcileAlerts.ts";
import { contractsWithAlert } from "../queries/differences.ts";
import { findTotalDifferences } from "./reconcileTotals.ts";
import { findDifferences } from "./reconcileUsage.ts";

export interface ReconcileDeps extends Pick<Deps, "db" | "now"> {
  database?: Pick<Database, "replica">;
  log: { error(details: object, message: string): void };
}

/**
 * Raises RECONCILE for each contract whose counters, copies or daily sums are not right, and resolves
 * it for those that are right again; logs sums over all contracts that are not. Repairs nothing: a
 * person has to know of it.
 */
export async function reconcileAll({ db, database, now, log }: ReconcileDeps): Promise<void> {
  const readFrom = (await database?.replica()) ?? db;
  const differing = new Set<number>();
  const alerted = await contractsWithAlert(db);
  for await (const difference of findDifferences(readFrom)) {
    differing.add(difference.contractId);
    await db.transaction().execute((trx) => raiseReconcileAlert(trx, difference, now()));
  }
  for (const { organization_id: organizationId, contract_id: contractId } of alerted) {
    if (differing.has(contractId)) continue;
    const key = { organizationId, contractId };
    await db.transaction().execute((trx) => resolveReconcileAlert(trx, key, now()));
  }
  const totals = await findTotalDifferences(readFrom);
  if (totals.trendDays > 0 || totals.dayCounts > 0) {
    log.error(totals, "sums over all contracts are wrong; reconcile --repair corrects them");
  }
}
