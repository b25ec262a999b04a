import type { Transaction } from "kysely";
import { reconcileSentence } from "../../../../domain/alerts/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { findOpenAlerts, insertAlerts, resolveAlerts } from "../queries/alerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

interface ContractKey {
  organizationId: number;
  contractId: number;
}

/**
 * Raises RECONCILE for contracts whose counters differ from the ledger, unless it is open, with one mail
 * about all of them.
 */
export async function raiseReconcileAlerts(
  trx: Transaction<Tables>,
  { config }: Pick<EvaluateDeps, "config">,
  contracts: readonly ContractKey[],
  at: Date,
): Promise<void> {
  const alertIds: number[] = [];
  for (const { organizationId, contractId } of contracts) {
    const alert = { kind: "RECONCILE" as const, contractId, message: reconcileSentence };
    for (const one of await insertAlerts(trx, organizationId, [alert], at)) {
      await publishAlert(trx, organizationId, one, "created");
      alertIds.push(one.alert_id);
    }
  }
  if (config.smtp) await requestAlertMails(trx, null, alertIds);
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
