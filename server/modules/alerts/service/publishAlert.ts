import type { Transaction } from "kysely";
import { PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import type { OpenAlertRow } from "../queries/alerts.ts";

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
