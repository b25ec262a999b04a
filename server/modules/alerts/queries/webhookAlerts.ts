import { type Kysely, sql, type Transaction } from "kysely";
import type { WebhookAlertKind } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";

interface OpenRow {
  alert_id: number;
  kind: WebhookAlertKind;
}

/** A receiver that fails, an open alert about one, or both. */
export type ReceiverRow =
  | ({ webhook_id: number; url: string; failing_since: Date; paused_at: Date | null } & (
      | OpenRow
      | { alert_id: null; kind: null }
    ))
  | ({ webhook_id: null; url: null; failing_since: null; paused_at: null } & OpenRow);

/** The receivers that fail since before an instant, with the open alerts about receivers. */
export async function findFailingReceivers(
  db: Kysely<Tables>,
  before: Date,
): Promise<ReceiverRow[]> {
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
export async function insertWebhookAlert(
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
