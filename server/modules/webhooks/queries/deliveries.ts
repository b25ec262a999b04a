import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { type MessageType, TEST_MESSAGE } from "../../../../domain/webhooks/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import "./webhooks.ts";

/** How many messages of a receiver are under way at once, in all copies of the server. */
const OF_RECEIVER = 2;

/** A delivery to try, with its receiver. */
export interface DueDelivery {
  delivery_id: number;
  webhook_id: number;
  /** Null in a test. */
  organization_id: number | null;
  type: MessageType;
  revision: number | null;
  occurred_at: Date;
  created_at: Date;
  url: string;
  /** Those that are valid, the current one first. */
  secrets: string[];
  failing_since: Date | null;
  failures: number;
  /** Whether a person asked for it, so that it does not wait for the next step of its receiver. */
  is_asked: boolean;
}

const isWaiting = sql`d.delivered_at is null and d.given_up_at is null`;
/** What a person asks for, what is new, what was tried: one that a receiver refuses holds up no other. */
const byTurn = sql`
  (d.asked_at is null), (coalesce(d.last_attempt_at, '-infinity'::timestamptz)), d.delivery_id`;

interface Taking {
  at: Date;
  /** Until then no other copy takes them; afterwards this one was killed. */
  until: Date;
  most: number;
  /** By default of all receivers. */
  webhookId?: number;
}

/**
 * Takes deliveries that are due: of each receiver as many as may be under way, and one where the last
 * failed; before its next try, only what a person asks for. Those of receivers that work come first, so that others cannot take all slots of a copy.
 */
export async function takeDue(
  db: Kysely<Tables>,
  { at, until, most, webhookId }: Taking,
): Promise<DueDelivery[]> {
  const isFree = sql`(d.taken_until is null or d.taken_until <= ${at})`;
  const isDue = sql`(w.next_try_at is null or w.next_try_at <= ${at})`;
  const ofReceiver: RawBuilder<unknown> =
    webhookId === undefined ? sql`` : sql`and w.webhook_id = ${webhookId}`;
  const { rows } = await sql<DueDelivery>`
    with due as (
      select n.delivery_id
      from webhooks w
      cross join lateral (
        select count(*) as taken from webhook_deliveries d
        where d.webhook_id = w.webhook_id and ${isWaiting} and not ${isFree}
      ) t
      cross join lateral (
        select d.delivery_id, d.asked_at,
          t.taken + row_number() over (order by ${byTurn}) as slot
        from webhook_deliveries d
        where d.webhook_id = w.webhook_id and ${isWaiting} and ${isFree}
        order by ${byTurn} limit ${sql.lit(OF_RECEIVER)}
      ) n
      where w.paused_at is null ${ofReceiver}
        and (${isDue} or exists (
          select from webhook_deliveries d
          where d.webhook_id = w.webhook_id and ${isWaiting} and (d.asked_at is null) = false))
        and (${isDue} or n.asked_at is not null)
        and n.slot <= case when w.failures > 0 then 1 else ${sql.lit(OF_RECEIVER)} end
      order by w.failures, n.delivery_id limit ${most}
    ), taken as (
      update webhook_deliveries set taken_until = ${until}
      where delivery_id in (
        select d.delivery_id from webhook_deliveries d
        where d.delivery_id in (select delivery_id from due) and ${isWaiting} and ${isFree}
        order by d.delivery_id for update skip locked)
      returning *
    )
    select t.delivery_id, t.webhook_id, t.organization_id, t.type, t.revision, t.occurred_at,
      t.created_at, t.asked_at is not null as is_asked, w.url, w.failing_since, w.failures,
      array(
        select w.secret
        union all select w.old_secret where w.old_secret_until > ${at}
        union all select o ->> 'secret' from jsonb_array_elements(w.older_secrets) o
          where (o ->> 'until')::timestamptz > ${at}
      ) as secrets
    from taken t join webhooks w on w.webhook_id = t.webhook_id
    order by t.delivery_id`.execute(db);
  return rows;
}

/** Gives up what waits for receivers that are paused: they ask for what changed. */
export async function giveUpPaused(db: Kysely<Tables>, at: Date): Promise<void> {
  await sql`
    update webhook_deliveries d set given_up_at = ${at}
    from webhooks w
    where w.webhook_id = d.webhook_id and w.paused_at is not null and ${isWaiting}
      and (d.taken_until is null or d.taken_until <= ${at})`.execute(db);
}

export interface Attempt {
  at: Date;
  status: number | null;
  error: string | null;
}

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
