import { sql, type Transaction } from "kysely";
import { TEST_MESSAGE } from "../../../../domain/webhooks/rules.ts";
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
      last_status = ${status}, last_error = null, delivered_at = ${at}, taken_until = null,
      asked_at = null
    where delivery_id = ${delivery_id}`.execute(trx);
  await sql`
    update webhooks set failing_since = null, failures = 0, next_try_at = null
    where webhook_id = ${webhook_id} and failures > 0`.execute(trx);
}

/** Notes a failed attempt. */
export async function noteFailed(
  trx: Transaction<Tables>,
  { delivery_id }: Pick<DueDelivery, "delivery_id">,
  { at, status, error, isGivenUp }: Attempt & { isGivenUp: boolean },
): Promise<void> {
  await sql`
    update webhook_deliveries set attempts = attempts + 1, last_attempt_at = ${at},
      last_status = ${status}, last_error = ${error}, taken_until = null, asked_at = null,
      given_up_at = case when ${isGivenUp} then ${at}::timestamptz end
    where delivery_id = ${delivery_id}`.execute(trx);
}

/** Notes when a receiver that failed is tried again. Attempts that fail together are one step. */
export async function backOff(
  trx: Transaction<Tables>,
  { webhook_id, failures }: Pick<DueDelivery, "webhook_id" | "failures">,
  { at, nextTryAt, isPaused }: { at: Date; nextTryAt: Date; isPaused: boolean },
): Promise<void> {
  await sql`
    update webhooks set failures = greatest(failures, ${failures + 1}), failing_since = coalesce(failing_since, ${at}),
      next_try_at = ${nextTryAt},
      paused_at = case when ${isPaused} then coalesce(paused_at, ${at}) else paused_at end,
      version = case when ${isPaused} and paused_at is null then version + 1 else version end
    where webhook_id = ${webhook_id}`.execute(trx);
}

/** Inserts a test message that is due at once; returns its id. */
export async function insertTest(
  trx: Transaction<Tables>,
  webhookId: number,
  at: Date,
): Promise<number> {
  const { delivery_id } = await trx
    .insertInto("webhook_deliveries")
    .values({
      webhook_id: webhookId,
      organization_id: null,
      type: TEST_MESSAGE,
      revision: null,
      occurred_at: at,
      created_at: at,
      asked_at: at,
      last_attempt_at: null,
      last_status: null,
      last_error: null,
      delivered_at: null,
      given_up_at: null,
    })
    .returning("delivery_id")
    .executeTakeFirstOrThrow();
  return delivery_id;
}

/** Makes a delivery due at once, as if it were new. */
export async function renewDelivery(
  trx: Transaction<Tables>,
  deliveryId: number,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ delivered_at: null, given_up_at: null, created_at: at, asked_at: at })
    .where("delivery_id", "=", deliveryId)
    .execute();
}
