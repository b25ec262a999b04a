import { subHours } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import type { WebhookAlertKind } from "../../../../domain/alerts/rules.ts";
import { webhookSentence } from "../../../../domain/alerts/sentences.ts";
import { FAILING_HOURS, webhookCause } from "../../../../domain/alerts/webhookCauses.ts";
import type { Tables } from "../../../db/tables.ts";
import { resolveAlert } from "../queries/alerts.ts";
import type { EvaluateDeps } from "./evaluateAlerts.ts";
import { publishAlert } from "./publishAlert.ts";
import { requestAlertMails } from "./sendAlertMails.ts";

interface OpenRow {
  alert_id: number;
  kind: WebhookAlertKind;
}

/** A receiver that fails, an open alert about one, or both. */
type ReceiverRow =
  | ({ webhook_id: number; url: string; failing_since: Date; paused_at: Date | null } & (
      | OpenRow
      | { alert_id: null; kind: null }
    ))
  | ({ webhook_id: null; url: null; failing_since: null; paused_at: null } & OpenRow);

/** The receivers that fail since before an instant, with the open alerts about receivers. */
async function findFailingReceivers(db: Kysely<Tables>, before: Date): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    select failing.webhook_id, failing.url, failing.failing_since, failing.paused_at,
      open.alert_id, open.kind
    from (select webhook_id, url, failing_since, paused_at from webhooks
        where failing_since <= ${before}) failing
      full join (select webhook_id, alert_id, kind from alerts
        where webhook_id is not null and resolved_at is null) open
      on open.webhook_id = failing.webhook_id`.execute(db);
  return rows;
}

interface WebhookAlert {
  webhookId: number;
  kind: WebhookAlertKind;
  message: string;
  failingSince: Date;
}

/** Inserts an alert; undefined if it was raised since the receiver fails. */
async function insertWebhookAlert(
  trx: Transaction<Tables>,
  { webhookId, kind, message, failingSince }: WebhookAlert,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (webhook_id, kind, message, raised_at)
    select ${webhookId}::bigint, ${kind}, ${message}, ${at}
    where not exists (
      select from alerts a
      where a.webhook_id = ${webhookId} and a.kind = ${kind} and a.raised_at >= ${failingSince})
    on conflict (webhook_id, kind) where resolved_at is null and webhook_id is not null do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

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
