import type { Deps } from "../../../context.ts";
import {
  raiseReconcileAlert,
  resolveReconcileAlert,
} from "../../alerts/service/reconcileAlerts.ts";
import { contractsWithAlert } from "../queries/differences.ts";
import { findDifferences } from "./reconcileUsage.ts";

/**
 * Raises RECONCILE for each contract whose counters or daily sums differ from its ledger, and
 * resolves it for those that are equal again. Repairs nothing: a person has to know of it.
 */
export async function reconcileAll({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const differing = new Set<number>();
  const alerted = await contractsWithAlert(db);
  for await (const difference of findDifferences(db)) {
    differing.add(difference.contractId);
    await db.transaction().execute((trx) => raiseReconcileAlert(trx, difference, now()));
  }
  for (const { organization_id: organizationId, contract_id: contractId } of alerted) {
    if (differing.has(contractId)) continue;
    const key = { organizationId, contractId };
    await db.transaction().execute((trx) => resolveReconcileAlert(trx, key, now()));
  }
}
