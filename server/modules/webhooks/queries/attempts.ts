import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { DueDelivery } from "./due.ts";

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
      last_status = ${status}, last_error = null, delivered_at = ${at}, taken_until = null
    where delivery_id = ${delivery_id}`.execute(trx);
  await sql`
    update webhooks set failing_since = null, failures = 0, next_try_at = null
    where webhook_id = ${webhook_id} and failures > 0`.execute(trx);
}

/** Notes a failed attempt, and when the receiver is tried again. Two that fail together count once. */
export async function noteFailed(
  trx: Transaction<Tables>,
  {
    delivery_id,
    webhook_id,
    failures,
  }: Pick<DueDelivery, "delivery_id" | "webhook_id" | "failures">,
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
      last_status = ${status}, last_error = ${error}, taken_until = null,
      given_up_at = case when ${isGivenUp} then ${at}::timestamptz end
    where delivery_id = ${delivery_id}`.execute(trx);
  await sql`
    update webhooks set failures = greatest(failures, ${failures + 1}), failing_since = coalesce(failing_since, ${at}),
      next_try_at = ${nextTryAt},
      paused_at = case when ${isPaused} then coalesce(paused_at, ${at}) else paused_at end,
      version = case when ${isPaused} and paused_at is null then version + 1 else version end
    where webhook_id = ${webhook_id}`.execute(trx);
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
