import { type Kysely, sql, type Transaction } from "kysely";
import type { WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import "./webhooks.ts";

/** A delivery to try, with its receiver. */
export interface DueDelivery {
  delivery_id: number;
  webhook_id: number;
  organization_id: number;
  type: WebhookEvent;
  revision: number | null;
  occurred_at: Date;
  created_at: Date;
  url: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
  failing_since: Date | null;
  failures: number;
  next_try_at: Date | null;
  paused_at: Date | null;
}

/** Undefined if it is done, given up, or gone with its webhook. */
export async function findDue(
  db: Kysely<Tables>,
  deliveryId: number,
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    select d.delivery_id, d.webhook_id, d.organization_id, d.type, d.revision, d.occurred_at,
      d.created_at, w.url, w.secret, w.old_secret, w.old_secret_until, w.failing_since, w.failures,
      w.next_try_at, w.paused_at
    from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id
    where d.delivery_id = ${deliveryId} and d.delivered_at is null and d.given_up_at is null`.execute(
    db,
  );
  return rows[0];
}

export interface Attempt {
  at: Date;
  status: number | null;
  error: string | null;
}

/** Notes a delivery, and that its receiver works. */
export async function noteDelivered(
  trx: Transaction<Tables>,
  { delivery_id, webhook_id }: Pick<DueDelivery, "delivery_id" | "webhook_id">,
  { at, status }: Attempt,
): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts + 1, last_attempt_at = ${at},
      last_status = ${status}, last_error = null, delivered_at = ${at}
    where delivery_id = ${delivery_id}`.execute(trx);
  await sql`
    update webhooks set failing_since = null, failures = 0, next_try_at = null
    where webhook_id = ${webhook_id} and failures > 0`.execute(trx);
}

/** Notes a failed attempt, and when the receiver is tried again. */
export async function noteFailed(
  trx: Transaction<Tables>,
  { delivery_id, webhook_id }: Pick<DueDelivery, "delivery_id" | "webhook_id">,
  {
    at,
    status,
    error,
    nextTryAt,
    isGivenUp,
    isPaused,
  }: Attempt & { nextTryAt: Date; isGivenUp: boolean; isPaused: boolean },
): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts + 1, last_attempt_at = ${at},
      last_status = ${status}, last_error = ${error},
      given_up_at = case when ${isGivenUp} then ${at}::timestamptz end
    where delivery_id = ${delivery_id}`.execute(trx);
  await sql`
    update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${at}),
      next_try_at = ${nextTryAt},
      paused_at = case when ${isPaused} then coalesce(paused_at, ${at}) else paused_at end,
      version = case when ${isPaused} and paused_at is null then version + 1 else version end
    where webhook_id = ${webhook_id}`.execute(trx);
}

export async function giveUp(db: Kysely<Tables>, deliveryId: number, at: Date): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ given_up_at: at })
    .where("delivery_id", "=", deliveryId)
    .execute();
}

/** The most that are tried at once when a receiver goes on; the others follow by themselves. */
const MOST_WAITING = 1_000;

/** The first deliveries of a webhook that are neither done nor given up. */
export async function findWaiting(db: Kysely<Tables>, webhookId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .select("delivery_id")
    .where("webhook_id", "=", webhookId)
    .where("delivered_at", "is", null)
    .where("given_up_at", "is", null)
    .orderBy("delivery_id")
    .limit(MOST_WAITING)
    .execute();
  return rows.map(({ delivery_id }) => delivery_id);
}

/** Makes a delivery due again as if it were new, and its receiver ready for it. */
export async function renewDelivery(
  trx: Transaction<Tables>,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
  at: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ delivered_at: null, given_up_at: null, created_at: at })
    .where("delivery_id", "=", deliveryId)
    .execute();
  await trx
    .updateTable("webhooks")
    .set({ next_try_at: null })
    .where("webhook_id", "=", webhookId)
    .execute();
}
