import { type Kysely, sql } from "kysely";
import { readClockOffset } from "../db/clockOffset.ts";
import type { Tables } from "../db/tables.ts";
import { SCHEMA } from "../jobs/queues.ts";

/** More are not counted, so that a long queue does not make its own watching slow. */
const MOST_COUNTED = 10_000;

export interface DatabaseReadings {
  /** The newest applied migration. */
  schema: string;
  /** In seconds, positive if the database's clock is ahead of this machine's. */
  clockOffset: number;
  queues: { queue: string; jobs: number; oldest: number }[];
  outboxes: { outbox: string; pending: number; oldest: number }[];
  sealAge: number;
}

/** What waits in the database; ages are in seconds, 0 where nothing waits. */
export async function readDatabase(db: Kysely<Tables>): Promise<DatabaseReadings> {
  // One after the other: watching takes one connection, even of a busy pool.
  const schema = await readSchema(db);
  const clockOffset = await readClockOffset(db);
  const queues = await readQueues(db);
  const outboxes = await readOutboxes(db);
  return { schema, clockOffset, queues, outboxes, sealAge: await readSealAge(db) };
}

const ageOf = (instant: ReturnType<typeof sql>) =>
  sql`greatest(0, coalesce(extract(epoch from now() - ${instant}), 0))::float8`;

async function readSchema(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select max(name) as name from schema_migrations`.execute(db);
  return rows[0]?.name.replace(/\.sql$/, "") ?? "";
}

async function readQueues(db: Kysely<Tables>): Promise<DatabaseReadings["queues"]> {
  const { rows } = await sql<DatabaseReadings["queues"][number]>`
    select q.name as queue, due.jobs, due.oldest
    from ${sql.id(SCHEMA, "queue")} q
    cross join lateral (
      select count(*) as jobs, ${ageOf(sql`min(j.start_after)`)} as oldest
      from (
        select start_after from ${sql.id(SCHEMA, "job")}
        where name = q.name and state < 'active' and start_after <= now()
        limit ${sql.lit(MOST_COUNTED)}) j
    ) due
    where q.name not like '\\_\\_%'
    order by q.name`.execute(db);
  return rows;
}

/**
 * The column that says since when a row of each outbox waits; null where it waits on purpose. What a
 * receiver has not taken waits for its next try, and is undelivered since the message was made.
 */
const outboxes = {
  accounts: sql`(select greatest(requested_at, mails_at) as since from identity_outbox
    limit ${sql.lit(MOST_COUNTED)})`,
  alerts: sql`(select requested_at as since from alert_requests limit ${sql.lit(MOST_COUNTED)})`,
  webhookEvents: sql`(select occurred_at as since from webhook_events
    order by event_id limit ${sql.lit(MOST_COUNTED)})`,
  webhookDeliveries: sql`(select greatest(d.created_at, d.last_attempt_at, w.next_try_at) as since
    from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id
    where d.delivered_at is null and d.given_up_at is null and w.paused_at is null
      and (w.next_try_at is null or w.next_try_at <= now())
    limit ${sql.lit(MOST_COUNTED)})`,
  webhookUndelivered: sql`(select d.created_at as since
    from webhook_deliveries d join webhooks w on w.webhook_id = d.webhook_id
    where d.delivered_at is null and d.given_up_at is null and w.paused_at is null
    limit ${sql.lit(MOST_COUNTED)})`,
};

async function readOutboxes(db: Kysely<Tables>): Promise<DatabaseReadings["outboxes"]> {
  const readings = Object.entries(outboxes).map(
    ([outbox, rows]) => sql`
      select ${outbox}::text as outbox, count(*) as pending, ${ageOf(sql`min(since)`)} as oldest
      from ${rows} o`,
  );
  const { rows } = await sql<DatabaseReadings["outboxes"][number]>`
    ${sql.join(readings, sql` union all `)}`.execute(db);
  return rows;
}

/**
 * Since the end of the oldest day in Tokyo that is finished, has events, and is after all seals of
 * finished days.
 */
async function readSealAge(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select ${ageOf(sql`(date_trunc('day', e.occurred_at at time zone 'Asia/Tokyo') + interval '1 day')
      at time zone 'Asia/Tokyo'`)} as age
    from (
      select occurred_at from audit_events
      where occurred_at >= coalesce(
          (select max(day) + 1 from audit_seals where day < (now() at time zone 'Asia/Tokyo')::date)
            ::timestamp at time zone 'Asia/Tokyo', '-infinity')
        and occurred_at < date_trunc('day', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'
      order by occurred_at limit 1) e`.execute(db);
  return rows[0]?.age ?? 0;
}
