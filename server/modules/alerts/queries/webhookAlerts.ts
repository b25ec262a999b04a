import { type Kysely, sql, type Transaction } from "kysely";
import { TRIED_HOURS } from "../../../../domain/webhooks/rules.ts";
import type { Tables } from "../../../db/tables.ts";

/** A receiver that is paused after failures and has no open alert, or an alert whose cause is gone. */
export type WebhookDifference =
  | { webhook_id: number; url: string; alert_id: null }
  | { webhook_id: null; url: null; alert_id: number };

export async function findWebhookDifferences(db: Kysely<Tables>): Promise<WebhookDifference[]> {
  const { rows } = await sql<WebhookDifference>`
    select paused.webhook_id, paused.url, open.alert_id
    from (select webhook_id, url from webhooks
        where paused_at >= failing_since + make_interval(hours => ${TRIED_HOURS}::int)) paused
      full join (select webhook_id, alert_id from alerts
        where webhook_id is not null and resolved_at is null) open
      on open.webhook_id = paused.webhook_id
    where paused.webhook_id is null or open.webhook_id is null`.execute(db);
  return rows;
}

/** Inserts WEBHOOK_PAUSED; undefined if it is open already. */
export async function insertWebhookAlert(
  trx: Transaction<Tables>,
  { webhookId, message }: { webhookId: number; message: string },
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (webhook_id, kind, message, raised_at)
    values (${webhookId}, 'WEBHOOK_PAUSED', ${message}, ${at})
    on conflict do nothing returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

/** Returns whether it was open. */
export async function resolveWebhookAlert(
  trx: Transaction<Tables>,
  alertId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update alerts set resolved_at = ${at} where alert_id = ${alertId} and resolved_at is null
    returning alert_id`.execute(trx);
  return rows.length > 0;
}
