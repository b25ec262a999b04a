import {
  type Generated,
  type GeneratedAlways,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { MessageType, WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import type { DELIVERY_SORTS, WEBHOOK_SORTS } from "../../../../domain/webhooks/schemas.ts";
import { limitTo, orderBy, readPage } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";
import { type BoundRow, boundColumns } from "../../organizations/service.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    webhooks: {
      webhook_id: GeneratedAlways<number>;
      url: string;
      events: WebhookEvent[];
      organization_ids: number[] | null;
      secret: string;
      old_secret: Generated<string | null>;
      old_secret_until: Generated<Date | null>;
      /** Those before `old_secret` that still sign. */
      older_secrets: Generated<{ secret: string; until: string }[]>;
      failing_since: Generated<Date | null>;
      failures: Generated<number>;
      next_try_at: Generated<Date | null>;
      paused_at: Generated<Date | null>;
      /** Since when it is paused after a restore. */
      held_at: Generated<Date | null>;
      created_by: string;
      version: Generated<number>;
      created_at: Date;
      updated_at: Date;
    };
    webhook_events: {
      event_id: GeneratedAlways<number>;
      organization_id: number;
      type: WebhookEvent;
      revision: number | null;
      occurred_at: Generated<Date>;
    };
    webhook_deliveries: {
      delivery_id: GeneratedAlways<number>;
      webhook_id: number;
      /** Null in a test. */
      organization_id: number | null;
      type: MessageType;
      revision: number | null;
      occurred_at: Date;
      created_at: Date;
      /** Since when a person asks for it, until it is tried. */
      asked_at: Generated<Date | null>;
      attempts: Generated<number>;
      last_attempt_at: Date | null;
      last_status: number | null;
      last_error: string | null;
      delivered_at: Date | null;
      given_up_at: Date | null;
      /** Until then a copy sends it, and no other does. */
      taken_until: Generated<Date | null>;
    };
  }
}

export interface WebhookRow extends BoundRow {
  webhook_id: number;
  url: string;
  events: WebhookEvent[];
  old_secret_until: Date | null;
  failing_since: Date | null;
  last_status: number | null;
  last_error: string | null;
  next_try_at: Date | null;
  paused_at: Date | null;
  held_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const columns = sql`
  w.webhook_id, w.url, w.events, w.old_secret_until, w.failing_since, failed.last_status,
  failed.last_error, w.next_try_at, w.paused_at, w.held_at, w.version, w.created_at, w.updated_at,
  ${boundColumns("w")}`;

/** Webhooks with the last failed attempt of those that fail. */
const webhooks = sql`
  webhooks w left join lateral (
    select d.last_status, d.last_error from webhook_deliveries d
    where d.webhook_id = w.webhook_id and d.delivered_at is null
      and d.last_attempt_at >= w.failing_since
    order by d.last_attempt_at desc, d.delivery_id desc limit 1
  ) failed on true`;

type WebhookSort = (typeof WEBHOOK_SORTS)[number];
const sortColumns = { webhookId: sql`w.webhook_id`, createdAt: sql`w.created_at` };

export async function findWebhooks(
  db: Kysely<Tables>,
  { sort, ...page }: ListQuery<WebhookSort>,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const order = orderBy(sort.direction, sortColumns[sort.field], sql`w.webhook_id`);
  const rows = sql<WebhookRow>`select ${columns} from ${webhooks} ${order} ${limitTo(page)}`;
  return readPage(db, rows, sql`from webhooks`);
}

export async function findWebhook(
  db: Kysely<Tables>,
  webhookId: number,
): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from ${webhooks} where w.webhook_id = ${webhookId}`.execute(db);
  return rows[0];
}

/** Replaces the secret of a webhook. The one before signs until an instant, others for as long as they were to. */
export async function replaceSecret(
  trx: Transaction<Tables>,
  webhookId: number,
  { secret, at, until }: { secret: string; at: Date; until: Date },
): Promise<void> {
  await sql`
    update webhooks set secret = ${secret}, old_secret = secret, old_secret_until = ${until},
      older_secrets = coalesce((
        select jsonb_agg(o) from jsonb_array_elements(
          jsonb_build_array(jsonb_build_object('secret', old_secret, 'until', old_secret_until))
            || older_secrets) o
        where (o ->> 'until')::timestamptz > ${at}), '[]'),
      version = version + 1, updated_at = ${at}
    where webhook_id = ${webhookId}`.execute(trx);
}

export async function lockWebhook(trx: Transaction<Tables>, webhookId: number): Promise<void> {
  await sql`select from webhooks where webhook_id = ${webhookId} for no key update`.execute(trx);
}

export interface DeliveryRow {
  delivery_id: number;
  webhook_id: number;
  organization_id: number | null;
  organization_name: string | null;
  type: MessageType;
  revision: number | null;
  occurred_at: Date;
  created_at: Date;
  attempts: number;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  delivered_at: Date | null;
  given_up_at: Date | null;
}

type DeliverySort = (typeof DELIVERY_SORTS)[number];

const deliveries = sql`
  select d.delivery_id, d.webhook_id, d.organization_id, o.organization_name, d.type, d.revision,
    d.occurred_at, d.created_at, d.attempts, d.last_attempt_at, d.last_status, d.last_error,
    d.delivered_at, d.given_up_at
  from webhook_deliveries d
  left join organizations o on o.organization_id = d.organization_id`;

export async function findDeliveries(
  db: Kysely<Tables>,
  webhookId: number,
  { sort, ...page }: ListQuery<DeliverySort>,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const rows = sql<DeliveryRow>`
    ${deliveries} where d.webhook_id = ${webhookId}
    ${orderBy(sort.direction, sql`d.delivery_id`)} ${limitTo(page)}`;
  return readPage(db, rows, sql`from webhook_deliveries where webhook_id = ${webhookId}`);
}

export async function findDelivery(
  db: Kysely<Tables>,
  { webhookId, deliveryId }: { webhookId: number; deliveryId: number },
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    ${deliveries} where d.webhook_id = ${webhookId} and d.delivery_id = ${deliveryId}`.execute(db);
  return rows[0];
}

type Value<Type> = Type | RawBuilder<Type>;

/** Whether webhook `w` is to be notified of an event of an organization. */
function wants(organizationId: Value<number>, type: Value<WebhookEvent>): RawBuilder<SqlBool> {
  return sql`(w.paused_at is null and ${type} = any(w.events)
    and (w.organization_ids is null or ${organizationId} = any(w.organization_ids)))`;
}

/** Whether some receiver wants to be notified of an event; without one nothing is written. */
export function isWanted(
  organizationId: Value<number>,
  type: Value<WebhookEvent>,
): RawBuilder<SqlBool> {
  return sql`exists (select from webhooks w where ${wants(organizationId, type)})`;
}

interface OwnEvent {
  organizationId: number;
  type: WebhookEvent;
}

/** Writes events of organizations, to be sent once the transaction has committed. */
export const queueDeliveries = endStep<OwnEvent>("webhooks", async (trx, events) => {
  const organizationIds = events.map(({ organizationId }) => organizationId);
  const types = events.map(({ type }) => type);
  await sql`
    insert into webhook_events (organization_id, type)
    select e.organization_id, e.type
    from unnest(${organizationIds}::bigint[], ${types}::text[])
      with ordinality e (organization_id, type, place)
    where ${isWanted(sql`e.organization_id`, sql`e.type`)} order by e.place`.execute(trx);
});

/** Contracts whose last day was the one before: what began and ended with a day. */
export async function insertDayEvents(
  trx: Transaction<Tables>,
  { today, yesterday }: { today: string; yesterday: string },
): Promise<void> {
  await sql`
    insert into webhook_events (organization_id, type)
    select distinct u.organization_id, t.type
    from contract_usage u
    cross join lateral (
      select 'contract.ended' as type where u.effective_end = ${yesterday}::date
      union all
      select 'limits.changed' where u.effective_end = ${yesterday}::date
        or u.start_date = ${today}::date
    ) t
    where (u.effective_end = ${yesterday}::date or u.start_date = ${today}::date)
      and ${isWanted(sql`u.organization_id`, sql`t.type`)}`.execute(trx);
}

/** Tells receivers to ask for everything again, since what they have may be newer than a restored database. */
export async function insertRestoreEvents(trx: Transaction<Tables>): Promise<void> {
  await sql`
    insert into webhook_events (organization_id, type, revision)
    select o.organization_id, t.type, case when t.type = 'vocabulary.changed' then v.revision end
    from organizations o
    cross join (values ('vocabulary.changed'), ('limits.changed')) as t (type)
    left join vocabularies v on v.organization_id = o.organization_id
    where ${isWanted(sql`o.organization_id`, sql`t.type`)}
    order by o.organization_id, t.type desc`.execute(trx);
}

interface Claimed {
  organization_id: number;
  type: WebhookEvent;
  revision: number | null;
  occurred_at: Date;
}

/**
 * Takes the events of each organization and type of which one has waited so long, and makes one
 * delivery of each for every receiver that wants it.
 */
export async function makeDeliveries(
  trx: Transaction<Tables>,
  { waitedMs, at }: { waitedMs: number; at: Date },
): Promise<void> {
  const { rows } = await sql<Claimed>`
    with due as (
      select distinct organization_id, type from webhook_events
      where occurred_at <= clock_timestamp() - make_interval(secs => ${waitedMs / 1_000})
    ), taken as (
      delete from webhook_events where event_id in (
        select e.event_id from webhook_events e
        join due d on d.organization_id = e.organization_id and d.type = e.type
        order by e.event_id for update of e skip locked)
      returning organization_id, type, revision, occurred_at
    )
    select organization_id, type, max(revision) as revision, max(occurred_at) as occurred_at
    from taken group by 1, 2 order by 1, 2`.execute(trx);
  if (rows.length === 0) return;
  const column = <Value>(of: (row: Claimed) => Value) => rows.map(of);
  await sql`
    insert into webhook_deliveries (webhook_id, organization_id, type, revision, occurred_at,
      created_at)
    select w.webhook_id, e.organization_id, e.type, e.revision, e.occurred_at, ${at}::timestamptz
    from unnest(${column((row) => row.organization_id)}::bigint[],
        ${column(({ type }) => type)}::text[], ${column(({ revision }) => revision)}::bigint[],
        ${column((row) => row.occurred_at.toISOString())}::timestamptz[])
      as e (organization_id, type, revision, occurred_at)
    join webhooks w on ${wants(sql`e.organization_id`, sql`e.type`)}
    order by w.webhook_id`.execute(trx);
}

export async function deleteOldDeliveries(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("webhook_deliveries").where("created_at", "<", before).execute();
}
