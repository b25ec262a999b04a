import type { Transaction } from "kysely";
import { lastAdminSentence } from "../../../../domain/alerts/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { findAdminAlert, lacksAdmin } from "../queries/adminAlerts.ts";
import { resolveAlerts } from "../queries/alerts.ts";
import { insertWholeAlert } from "../queries/wholeAlerts.ts";
import { publishAlert } from "./publishAlert.ts";

/**
 * Raises an alert while a directory has left an organization without an enabled admin, and resolves it
 * after that. Returns the id of a new one. The evaluation of the organization is locked.
 */
export async function evaluateAdmins(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<number | undefined> {
  const isLacking = await lacksAdmin(trx, organizationId);
  const open = await findAdminAlert(trx, organizationId);
  if (isLacking === (open !== undefined)) return undefined;
  if (open) {
    await resolveAlerts(trx, organizationId, [open.alert_id], at);
    await publishAlert(trx, organizationId, open, "updated");
    return undefined;
  }
  const kind = "LAST_ADMIN_DISABLED" as const;
  const alert = { organizationId, kind, message: lastAdminSentence };
  const alert_id = await insertWholeAlert(trx, alert, at);
  if (alert_id === undefined) return undefined;
  await publishAlert(trx, organizationId, { alert_id, kind }, "created");
  return alert_id;
}
