import { type Kysely, sql } from "kysely";
import { Gauge, Registry } from "prom-client";
import type { Area } from "../../domain/api/endpoint.ts";
import { atMostEvery } from "../atMostEvery.ts";
import type { Database } from "../db/client.ts";
import { readClockOffset } from "../db/schemaState.ts";
import type { Tables } from "../db/tables.ts";
import { SCHEMA } from "../jobs/queues.ts";
import { packageVersion } from "../release.ts";
import { within } from "../start/shutdown.ts";

/** More are not counted, so that a long queue does not make its own watching slow. */
const MOST_COUNTED = 10_000;

interface DatabaseReadings {
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

/** Scrapes of several readers cost the database one reading. */
const READ_EVERY_MS = 1_000;
/** A scrape answers although the database does not; Prometheus waits for 10 s by default. */
const READ_WITHIN_MS = 3_000;

export interface ReadingParts {
  database: Pick<Database, "snapshots" | "pools" | "roundTrip">;
  now: () => Date;
  /** Requests that have a place, and those that wait for one. */
  work(): { atWork: number; waiting: number };
  streams(area: Area): number;
  /** The parts that the server needs, each with its state. */
  partStates(): Promise<object>;
}

const gauges = {
  ki_requests_at_work: "Requests that have a place now.",
  ki_requests_waiting: "Requests that wait for a place.",
  ki_event_streams: "Open streams of live changes.",
  ki_database_pool_connections: "Open connections to the database.",
  ki_database_pool_idle: "Open connections without work.",
  ki_database_pool_waiting: "Statements and transactions that wait for a connection.",
  ki_database_up:
    "1 if the database answered within 3 s, else 0, and all that is read from it is missing.",
  ki_part_state:
    "Always 1; the labels are a part that the server needs and its state, tried for this reading.",
  ki_clock_offset_seconds:
    "How far the clock of the database is ahead of this machine's; negative: behind.",
  ki_database_round_trip_seconds:
    "The way to the database and back: the fastest statement of the last seconds.",
  ki_build_info: "Always 1; the labels are the version and the newest migration.",
  ki_queue_jobs: "Jobs that are due; counts up to 10,000.",
  ki_queue_oldest_seconds: "Since when the oldest of these jobs is due.",
  ki_outbox_pending: "What commits have left to be done; counts up to 10,000.",
  ki_outbox_oldest_seconds: "How long the oldest of it waits.",
  ki_audit_seal_age_seconds:
    "Since the end of the oldest day of the audit log that waits for its seal; else 0.",
} as const;

type GaugeName = keyof typeof gauges;

/** What is so now, in this process and in the database that it shares with others. */
export class Readings {
  readonly #parts: ReadingParts;
  readonly #readDatabase: () => Promise<DatabaseReadings | undefined>;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    const { database, now } = parts;
    this.#readDatabase = atMostEvery(READ_EVERY_MS, now, () => readInTime(database));
  }

  /** Reads everything again. What cannot be read is missing, since an old value would look like a new one. */
  async read(): Promise<Registry> {
    const [readings, parts] = await Promise.all([this.#readDatabase(), this.#parts.partStates()]);
    const registry = new Registry();
    const set = (name: GaugeName, value: number, labelsOf: Record<string, string> = {}) => {
      const known = registry.getSingleMetric(name);
      const gauge =
        known instanceof Gauge
          ? known
          : new Gauge({
              name,
              help: gauges[name],
              labelNames: Object.keys(labelsOf),
              registers: [registry],
            });
      gauge.set(labelsOf, value);
    };
    this.#readProcess(set);
    for (const [part, state] of Object.entries(parts)) set("ki_part_state", 1, { part, state });
    const schema = readings?.schema ?? "unknown";
    set("ki_build_info", 1, { version: packageVersion(), schema });
    set("ki_database_up", readings ? 1 : 0);
    if (readings) setDatabase(set, readings);
    return registry;
  }

  #readProcess(set: SetGauge): void {
    const { database, work, streams } = this.#parts;
    const { atWork, waiting } = work();
    set("ki_requests_at_work", atWork);
    set("ki_requests_waiting", waiting);
    for (const area of ["staff", "admin"] as const)
      set("ki_event_streams", streams(area), { area });
    set("ki_database_round_trip_seconds", database.roundTrip.ms / 1_000);
    for (const { pool, connections, idle, waiting: inLine } of database.pools()) {
      set("ki_database_pool_connections", connections, { pool });
      set("ki_database_pool_idle", idle, { pool });
      set("ki_database_pool_waiting", inLine, { pool });
    }
  }
}

type SetGauge = (name: GaugeName, value: number, labels?: Record<string, string>) => void;

function setDatabase(
  set: SetGauge,
  { clockOffset, queues, outboxes, sealAge }: DatabaseReadings,
): void {
  set("ki_clock_offset_seconds", clockOffset);
  for (const { queue, jobs, oldest } of queues) {
    set("ki_queue_jobs", jobs, { queue });
    set("ki_queue_oldest_seconds", oldest, { queue });
  }
  for (const { outbox, pending, oldest } of outboxes) {
    set("ki_outbox_pending", pending, { outbox });
    set("ki_outbox_oldest_seconds", oldest, { outbox });
  }
  set("ki_audit_seal_age_seconds", sealAge);
}

/** By a connection of the downloads: while all others are taken, the metrics still say so. */
async function readInTime({
  snapshots,
}: Pick<Database, "snapshots">): Promise<DatabaseReadings | undefined> {
  try {
    const reading = readDatabase(snapshots);
    // A late one may still fail.
    reading.catch(() => {});
    return (await within(READ_WITHIN_MS, reading)) ? await reading : undefined;
  } catch {
    // The log says so; a scrape every 15 s would only repeat it.
    return undefined;
  }
}
