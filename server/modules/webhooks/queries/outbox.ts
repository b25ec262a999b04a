import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { WebhookEvent } from "../../../../domain/webhooks/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";
import "./webhooks.ts";

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
