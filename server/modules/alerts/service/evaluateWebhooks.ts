import { subHours } from "date-fns";
import type { Transaction } from "kysely";
import { webhookSentence } from "../../../../domain/alerts/sentences.ts";
import { FAILING_HOURS, webhookCause } from "../../../../domain/alerts/webhookCauses.ts";
import type { Tables } from "../../../db/tables.ts";
import { resolveAlert } from "../queries/alerts.ts";
import {
  findFailingReceivers,
  insertWebhookAlert,
  type ReceiverRow,
} from "../queries/webhookAlerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

/**
 * Raises an alert for each receiver that fails for an hour, is near its pause or was paused because it
 * failed for a day, with mails, and resolves those whose cause has ended. Any number of copies of the
 * server may do it at once; none raises what was raised since the receiver fails.
 */
export async function evaluateWebhooks(deps: EvaluateDeps): Promise<void> {
  const at = deps.now();
  const rows = await findFailingReceivers(deps.db, subHours(at, FAILING_HOURS.WEBHOOK_FAILING));
  for (const row of rows) {
    const cause = causeOf(row, at) ?? null;
    if (cause === row.kind) continue;
    await deps.db.transaction().execute(async (trx) => {
      await resolve(trx, row, at);
      await raise(trx, deps, row, at);
    });
  }
}

const causeOf = ({ failing_since: failingSince, paused_at: pausedAt }: ReceiverRow, at: Date) =>
  failingSince ? webhookCause({ failingSince, pausedAt }, at) : undefined;

async function resolve(trx: Transaction<Tables>, row: ReceiverRow, at: Date): Promise<void> {
  if (row.alert_id === null) return;
  if (await resolveAlert(trx, row.alert_id, at)) await publishAlert(trx, null, row, "updated");
}

async function raise(
  trx: Transaction<Tables>,
  { config }: EvaluateDeps,
  row: ReceiverRow,
  at: Date,
): Promise<void> {
  const kind = causeOf(row, at);
  if (kind === undefined || row.webhook_id === null) return;
  const { webhook_id: webhookId, failing_since: failingSince } = row;
  const message = webhookSentence(kind, new URL(row.url).host, failingSince);
  const alert_id = await insertWebhookAlert(trx, { webhookId, kind, message, failingSince }, at);
  if (alert_id === undefined) return;
  await publishAlert(trx, null, { alert_id, kind }, "created");
  if (config.smtp) await requestAlertMails(trx, null, [alert_id]);
}
