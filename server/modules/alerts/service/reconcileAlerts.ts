import type { Transaction } from "kysely";
import { reconcileSentence } from "../../../../domain/alerts/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { findOpenAlerts, insertAlerts, resolveAlerts } from "../queries/alerts.ts";
import { publishAlert } from "./publishAlert.ts";

interface ContractKey {
  organizationId: number;
  contractId: number;
}

/** Raises RECONCILE for a contract, unless it is open: its counters differ from the ledger. */
export async function raiseReconcileAlert(
  trx: Transaction<Tables>,
  { organizationId, contractId }: ContractKey,
  at: Date,
): Promise<void> {
  const alert = { kind: "RECONCILE" as const, contractId, message: reconcileSentence };
  const raised = await insertAlerts(trx, organizationId, [alert], at);
  for (const one of raised) await publishAlert(trx, organizationId, one, "created");
}

/** Resolves RECONCILE of a contract, if it is open. */
export async function resolveReconcileAlert(
  trx: Transaction<Tables>,
  { organizationId, contractId }: ContractKey,
  at: Date,
): Promise<void> {
  const open = (await findOpenAlerts(trx, organizationId)).filter(
    ({ kind, contract_id }) => kind === "RECONCILE" && contract_id === contractId,
  );
  if (open.length === 0) return;
  const alertIds = open.map(({ alert_id }) => alert_id);
  await resolveAlerts(trx, organizationId, alertIds, at);
  for (const one of open) await publishAlert(trx, organizationId, one, "updated");
}
