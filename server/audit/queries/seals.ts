import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { SealedEvent } from "../sealHash.ts";
import { microseconds, SEAL_LOCKS } from "./auditEvents.ts";

export interface SealRow {
  organization_id: number;
  day: string;
  version: number;
  event_count: number;
  previous_root: Uint8Array | null;
  root: Uint8Array;
  sealed_at: string;
}

const columns = sql`
  s.organization_id, s.day, s.version, s.event_count, s.previous_root, s.root,
  ${microseconds("s.sealed_at")} as sealed_at`;

const startOf = (day: string, add = 0) =>
  sql`(${day}::date + ${add}::integer)::timestamp at time zone 'Asia/Tokyo'`;
const TODAY = sql`(clock_timestamp() at time zone 'Asia/Tokyo')::date`;
/** A clock that ran ahead has sealed a day that is to come. */
const newestSealed = sql`(select max(day) from audit_seals where day < ${TODAY})`;
/** A seal that could not be made is tried again for so many days after later ones. */
const TRIED_FOR_DAYS = 8;

/** The organizations that have events of a finished day without a seal. */
export async function findUnsealed(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct e.organization_id from audit_events e
    where e.occurred_at < ${TODAY}::timestamp at time zone 'Asia/Tokyo'
      and e.occurred_at >= coalesce(
        (${newestSealed} - ${sql.lit(TRIED_FOR_DAYS)})::timestamp at time zone 'Asia/Tokyo', '-infinity')
      and not exists (
        select from audit_seals s
        where s.organization_id = e.organization_id
          and s.day >= (e.occurred_at at time zone 'Asia/Tokyo')::date)
    order by e.organization_id`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/**
 * Waits for the transactions that have written events of the organization, and returns time and date in
 * Tokyo after that: no event of an earlier day can come any more. Throws if they take longer than a
 * second, as new ones wait here, too.
 */
export async function closeDays(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<{ today: string; now: string }> {
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${SEAL_LOCKS}::integer, ${organizationId}::integer)`.execute(
    trx,
  );
  const { rows } = await sql<{ today: string; now: string }>`
    select (t.at at time zone 'Asia/Tokyo')::date as today, ${microseconds("t.at")} as now
    from (select clock_timestamp() as at) t`.execute(trx);
  return rows[0] ?? { today: "", now: "" };
}

/** The days with events after `after` and before `end`, or from then on, in their order. */
export async function findDays(
  db: Kysely<Tables>,
  organizationId: number,
  { after, end }: { after: string | null; end: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (e.occurred_at at time zone 'Asia/Tokyo')::date as day from audit_events e
    where e.organization_id = ${organizationId}
      ${end === null ? sql`` : sql`and e.occurred_at < ${startOf(end)}`}
      ${after === null ? sql`` : sql`and e.occurred_at >= ${startOf(after, 1)}`}
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

const sealed = sql`
  e.audit_event_id as "auditEventId", ${microseconds("e.occurred_at")} as "occurredAt",
  e.organization_id as "organizationId", e.operation, e.outcome,
  e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_name as "actorName",
  e.actor_organization_id as "actorOrganizationId",
  e.target_kind as "targetKind", e.target_id as "targetId", e.target_name as "targetName",
  e.changes, e.counts, e.reason, e.request_id as "requestId", e.address,
  e.user_agent as "userAgent", e.act, e.salt, e.sealed_parts as "sealedParts"`;
const derived = sql`to_jsonb(e.entry_ids) as "entryIds", e.search_key as "searchKey"`;

/** An event with what is in no seal, since it follows from what is. */
export interface EventRow {
  sealed: SealedEvent;
  entryIds: number[] | null;
  searchKey: string;
}

/** The events of a day in the order of their ids, some at a time: all, or those of which was erased. */
export async function* eventsOfDay(
  db: Kysely<Tables>,
  organizationId: number,
  day: string,
  which: "all" | "erased" = "all",
): AsyncGenerator<EventRow> {
  const AT_ONCE = 1_000;
  let after = 0;
  for (;;) {
    const { rows } = await sql<SealedEvent & Omit<EventRow, "sealed">>`
      select ${sealed}, ${derived} from audit_events e
      where e.organization_id = ${organizationId} and e.audit_event_id > ${after}
        and e.occurred_at >= ${startOf(day)} and e.occurred_at < ${startOf(day, 1)}
        ${which === "all" ? sql`` : sql`and e.sealed_parts is not null`}
      order by e.audit_event_id limit ${AT_ONCE}`.execute(db);
    for (const { entryIds, searchKey, ...event } of rows) {
      yield { sealed: event as SealedEvent, entryIds, searchKey };
    }
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.auditEventId ?? after;
  }
}

/**
 * Gives a salt to the events of a day that were written before there were salts. `random` cannot be
 * guessed.
 */
export async function saltDay(
  db: Kysely<Tables>,
  { organizationId, day, random }: { organizationId: number; day: string; random: string },
): Promise<void> {
  await sql`
    update audit_events e set salt = md5(${random}::text || e.audit_event_id)::uuid
    where e.organization_id = ${organizationId} and e.salt is null and e.sealed_parts is null
      and e.occurred_at >= ${startOf(day)} and e.occurred_at < ${startOf(day, 1)}`.execute(db);
}

/** What an erasing has recorded of a day: the root of its seal, if it had one, and that of what is left. */
export interface ErasingRecord {
  day: string;
  before: string | null;
  after: string;
  occurredAt: string;
}

/** What erasings have recorded of days, by the day; the latest of each. */
export async function findErasingRecords(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<Map<string, ErasingRecord>> {
  const { rows } = await sql<ErasingRecord>`
    select c ->> 'field' as day, c ->> 'before' as before, c ->> 'after' as after,
      ${microseconds("e.occurred_at")} as "occurredAt"
    from audit_events e cross join lateral jsonb_array_elements(e.changes) c
    where e.organization_id = ${organizationId} and e.target_kind = 'seal'
      and e.operation = 'resealAudit'
    order by e.audit_event_id`.execute(db);
  return new Map(rows.map((row) => [row.day, row]));
}

/** Keeps a seal; a day that another copy has sealed meanwhile keeps the first. */
export async function insertSeal(db: Kysely<Tables>, seal: SealRow): Promise<void> {
  await sql`
    insert into audit_seals
      (organization_id, day, version, event_count, previous_root, root, sealed_at)
    values (${seal.organization_id}, ${seal.day}::date, ${seal.version}, ${seal.event_count},
      ${seal.previous_root}::bytea, ${seal.root}::bytea, ${seal.sealed_at}::timestamptz)
    on conflict (organization_id, day) do nothing`.execute(db);
}

export async function findLastSeal(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<SealRow | undefined> {
  const { rows } = await sql<SealRow>`
    select ${columns} from audit_seals s where s.organization_id = ${organizationId}
    order by s.day desc limit 1`.execute(db);
  return rows[0];
}

export interface NamedSealRow extends SealRow {
  organization_name: string | null;
}

/** The latest seals, of one organization or of all. */
export async function findSeals(
  db: Kysely<Tables>,
  {
    organizationId,
    size,
    before,
  }: { organizationId?: number | undefined; size: number; before?: string | undefined },
): Promise<NamedSealRow[]> {
  const { rows } = await sql<NamedSealRow>`
    select ${columns}, o.organization_name from audit_seals s
    left join organizations o on o.organization_id = s.organization_id
    where ${organizationId === undefined ? sql`true` : sql`s.organization_id = ${organizationId}`}
      and ${before === undefined ? sql`true` : sql`s.day < ${before}::date`}
    order by s.day desc, s.organization_id limit ${size}`.execute(db);
  return rows;
}

export async function findSealedOrganizations(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from audit_events
    union select organization_id from audit_seals
    order by organization_id`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

export async function findAllSeals(db: Kysely<Tables>, organizationId: number): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    select ${columns} from audit_seals s where s.organization_id = ${organizationId}
    order by s.day`.execute(db);
  return rows;
}

export async function findSealsOf(
  db: Kysely<Tables>,
  organizationId: number,
  days: readonly string[],
): Promise<SealRow[]> {
  const { rows } = await sql<SealRow>`
    select ${columns} from audit_seals s
    where s.organization_id = ${organizationId} and s.day = any(${days}::date[])`.execute(db);
  return rows;
}

/** The months of the log that are kept, YYYY-MM in their order. */
export async function findMonths(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select replace(substring(c.relname from '\\d{4}_\\d{2}$'), '_', '-') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_events'::regclass and c.relname ~ '\\d{4}_\\d{2}$'
    order by month`.execute(db);
  return rows.map(({ month }) => month);
}

/** Makes the months ahead, of which the log always needs the next one. */
export async function makeMonths(db: Kysely<Tables>, ahead: number): Promise<void> {
  await sql`select make_audit_months(${ahead}::integer)`.execute(db);
}

/** Drops a month with all of its events. Requests wait for it only briefly. */
export async function dropMonth(trx: Transaction<Tables>, month: string): Promise<void> {
  await sql`set local lock_timeout = '300ms'`.execute(trx);
  await sql`select drop_audit_month(${`${month}-01`}::date)`.execute(trx);
}
