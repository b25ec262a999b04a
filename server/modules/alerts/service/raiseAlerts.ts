import { subDays } from "date-fns";
import type { Transaction } from "kysely";
import {
  type AlertKind,
  PROVIDER_KINDS,
  SSO_REFUSED_DAYS,
} from "../../../../domain/alerts/rules.ts";
import { reconcileSentence, ssoRefusedSentence } from "../../../../domain/alerts/sentences.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import {
  findOpenAlerts,
  insertAlerts,
  insertProviderAlert,
  insertWholeAlert,
  type OpenAlertRow,
  type ProviderAlert,
  resolveAlert,
  resolveAlerts,
  resolveWholeAlerts,
} from "../queries/alerts.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

export interface EvaluateDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "smtp">;
}

/** Publishes an alert to those who may see it. */
export function publishAlert(
  trx: Transaction<Tables>,
  organizationId: number | null,
  { alert_id, kind }: Pick<OpenAlertRow, "alert_id" | "kind">,
  type: "created" | "updated",
): Promise<void> {
  const audience = PROVIDER_KINDS.includes(kind) ? null : organizationId;
  return publishUnlogged(trx, { organizationId: audience, resource: "alerts", id: alert_id }, type);
}

/** Publishes an alert that was inserted, if it was, and requests mails to system admins. */
async function publishRaised(
  trx: Transaction<Tables>,
  { config }: Pick<EvaluateDeps, "config">,
  organizationId: number | null,
  { alert_id, kind }: { alert_id: number | undefined; kind: AlertKind },
): Promise<void> {
  if (alert_id === undefined) return;
  await publishAlert(trx, organizationId, { alert_id, kind }, "created");
  if (config.smtp) await requestAlertMails(trx, null, [alert_id]);
}

/** Raises an alert about a receiver or a service key, with mails to system admins. */
export async function raiseProviderAlert(
  trx: Transaction<Tables>,
  deps: EvaluateDeps,
  alert: ProviderAlert,
  at: Date,
): Promise<void> {
  const alert_id = await insertProviderAlert(trx, alert, at);
  await publishRaised(trx, deps, null, { alert_id, kind: alert.kind });
}

/** Resolves such an alert, if there is one and it is still open. */
export async function resolveProviderAlert(
  trx: Transaction<Tables>,
  { alert_id, kind }: { alert_id: number | null; kind: AlertKind },
  at: Date,
): Promise<void> {
  if (alert_id === null || !(await resolveAlert(trx, alert_id, at))) return;
  await publishAlert(trx, null, { alert_id, kind }, "updated");
}

/** Tells system admins that an organization's identity provider asserted a person of elsewhere. */
export async function raiseSsoRefused(
  trx: Transaction<Tables>,
  deps: Pick<EvaluateDeps, "config">,
  organizationId: number,
  at: Date,
): Promise<void> {
  const kind = "SSO_REFUSED" as const;
  const alert = { organizationId, kind, message: ssoRefusedSentence };
  const alert_id = await insertWholeAlert(trx, alert, at);
  await publishRaised(trx, deps, organizationId, { alert_id, kind });
}

/** Such an alert ends by itself, and another refusal raises it again. */
export async function resolveSsoRefused({
  db,
  now,
}: Pick<EvaluateDeps, "db" | "now">): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const before = subDays(at, SSO_REFUSED_DAYS);
    for (const row of await resolveWholeAlerts(trx, { kind: "SSO_REFUSED", before }, at)) {
      await publishAlert(trx, row.organization_id, row, "updated");
    }
  });
}

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
