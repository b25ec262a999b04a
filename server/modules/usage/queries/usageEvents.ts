import { type Kysely, sql, type Transaction } from "kysely";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { ownId, type RecordedEvent, type UsageEvent } from "../../../../domain/usage/rules.ts";
import { runPrepared, runWithValues } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";

interface EventRow {
  event_id: string;
  contract_id: number;
  organization_id: number;
  workspace_id: number | null;
  occurred_at: Date;
  seconds: number;
  vocabulary_revision: number | null;
}

const columns = `l.event_id, l.contract_id, l.organization_id, l.workspace_id, l.occurred_at,
  l.seconds, l.vocabulary_revision`;

export type EventKey = Pick<UsageEvent, "eventId" | "organizationId" | "occurredAt">;

export async function findByKey(
  trx: Transaction<Tables>,
  keys: readonly EventKey[],
): Promise<RecordedEvent[]> {
  if (keys.length === 0) return [];
  const rows = await runWithValues<EventRow>(
    trx,
    ["bigint", "timestamptz", "text"],
    keys.map((key) => [key.organizationId, key.occurredAt.toISOString(), key.eventId]),
    (values) => `
      select ${columns}
      from (values ${values}) k (organization_id, occurred_at, event_id)
      join ledger l on l.organization_id = k.organization_id and l.occurred_at = k.occurred_at
        and l.event_id = k.event_id`,
  );
  return rows.map(toRecorded);
}

function toRecorded(row: EventRow): RecordedEvent {
  return {
    eventId: row.event_id,
    contractId: row.contract_id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    occurredAt: row.occurred_at,
    seconds: row.seconds,
    vocabularyRevision: row.vocabulary_revision,
  };
}

/** Writes events to the ledger; returns those that were not there. */
export async function insertEvents(
  trx: Transaction<Tables>,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const rows = await runWithValues<Pick<EventRow, "organization_id" | "event_id">>(
    trx,
    ["bigint", "bigint", "text", "bigint", "timestamptz", "date", "integer", "bigint"],
    events.map((event) => [
      event.organizationId,
      event.contractId,
      event.eventId,
      event.workspaceId,
      event.occurredAt.toISOString(),
      tokyoDate(event.occurredAt),
      event.seconds,
      event.vocabularyRevision,
    ]),
    (values) => `
      insert into ledger (organization_id, contract_id, event_id, workspace_id, occurred_at,
        usage_date, seconds, vocabulary_revision)
      values ${values} on conflict (organization_id, occurred_at, event_id) do nothing
      returning organization_id, event_id`,
  );
  const inserted = new Set(
    rows.map((row) => ownId({ organizationId: row.organization_id, eventId: row.event_id })),
  );
  return events.filter((event) => inserted.has(ownId(event)));
}

/** Reserves so many events of a service key on a day, unless that makes more than `most`. */
export async function reserveEvents(
  db: Kysely<Tables>,
  { serviceKeyId, day }: { serviceKeyId: number; day: string },
  { events, most }: { events: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into service_key_events as k (service_key_id, day, reserved)
    values (${serviceKeyId}, ${day}::date, ${events}::bigint)
    on conflict (service_key_id, day) do update set reserved = k.reserved + excluded.reserved
    where k.reserved + excluded.reserved <= ${most}
    returning day`.execute(db);
  return rows.length > 0;
}

export async function deleteOldDays(db: Kysely<Tables>, before: string): Promise<void> {
  await sql`delete from service_key_events where day < ${before}::date`.execute(db);
}

/** Writers of the ledger hold it together until they commit; what has to wait for them takes it alone. */
const WRITERS = 7_402_023;

/** What an event is recognised by. */
type OwnId = Pick<UsageEvent, "organizationId" | "eventId">;

interface IdRow {
  organization_id: number;
  event_id: string;
}

/**
 * Before a row of the ledger is written: until the transaction ends, no boundary is drawn and no month of
 * ids is closed.
 */
export async function lockAsWriter(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${WRITERS})`.execute(trx);
}

/**
 * Draws a boundary through the ledger and returns its number: rows with ids below it have been committed,
 * all later ones get ids above it. Waits for the transactions that are writing, at most a second, as new
 * ones wait meanwhile; they go on at once, since what a savepoint has locked is free when it is rolled back.
 */
export async function drawBoundary(trx: Transaction<Tables>): Promise<number> {
  await sql`savepoint boundary`.execute(trx);
  await sql`set local lock_timeout = '1s'`.execute(trx);
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(trx);
  const { rows } = await sql<{ boundary: number }>`
    select nextval('ledger_ids') as boundary`.execute(trx);
  await sql`rollback to savepoint boundary`.execute(trx);
  if (!rows[0]) throw new Error("the ledger has no numbers");
  return rows[0].boundary;
}

/**
 * The month to which ids are written, the same for all transactions at work: closing it waits for their
 * end. So an id is unique in its organization although it is unique in each month only.
 */
export async function lockOpenMonth(trx: Transaction<Tables>): Promise<string> {
  await lockAsWriter(trx);
  const { rows } = await sql<{ month: string }>`
    select month from usage_event_months where closed_at is null`.execute(trx);
  if (!rows[0]) throw new Error("no month is open for ids of usage events");
  return rows[0].month;
}

/** The keys of recorded events that have the ids of these, of any time. */
export async function findIds(
  trx: Transaction<Tables>,
  events: readonly OwnId[],
): Promise<EventKey[]> {
  const rows = await runWithValues<IdRow & { occurred_at: Date }>(
    trx,
    ["bigint", "text"],
    events.map(({ organizationId, eventId }) => [organizationId, eventId]),
    (values) => `
      select i.organization_id, i.event_id, i.occurred_at
      from (values ${values}) k (organization_id, event_id)
      join usage_event_ids i
        on i.organization_id = k.organization_id and i.event_id = k.event_id`,
  );
  return rows.map((row) => ({ ...toOwnId(row), occurredAt: row.occurred_at }));
}

/**
 * Takes the ids of events, in one order, so that two transactions never wait for each other. Returns
 * those that no other transaction has taken meanwhile.
 */
export async function takeIds<Event extends EventKey>(
  trx: Transaction<Tables>,
  month: string,
  events: readonly Event[],
): Promise<Event[]> {
  const ordered = events.toSorted((one, other) => (ownId(one) < ownId(other) ? -1 : 1));
  const rows = await runWithValues<IdRow>(
    trx,
    ["date", "text", "bigint", "timestamptz"],
    ordered.map((key) => [month, key.eventId, key.organizationId, key.occurredAt.toISOString()]),
    (values) => `
      insert into usage_event_ids (month, event_id, organization_id, occurred_at)
      values ${values} on conflict (organization_id, event_id, month) do nothing
      returning organization_id, event_id`,
  );
  const taken = new Set(rows.map((row) => ownId(toOwnId(row))));
  return ordered.filter((event) => taken.has(ownId(event)));
}

/** Gives ids back whose events another transaction has written. */
export async function giveIdsBack(
  trx: Transaction<Tables>,
  month: string,
  events: readonly OwnId[],
): Promise<void> {
  await runWithValues(
    trx,
    ["date", "bigint", "text"],
    events.map(({ organizationId, eventId }) => [month, organizationId, eventId]),
    (values) => `
      delete from usage_event_ids i using (values ${values}) k (month, organization_id, event_id)
      where i.month = k.month and i.organization_id = k.organization_id
        and i.event_id = k.event_id`,
  );
}

function toOwnId(row: IdRow): OwnId {
  return { organizationId: row.organization_id, eventId: row.event_id };
}

/** Makes the partitions of the ledger and of ids that are needed around a day in Tokyo. */
export async function makeLedgerMonths(
  trx: Transaction<Tables>,
  { ahead, today }: { ahead: number; today: string },
): Promise<void> {
  await sql`select make_ledger_months(${ahead}::integer, ${today}::date)`.execute(trx);
}

/** Lets ids be written to a later month, whose partition is there. Waits for transactions at work. */
export async function openMonth(trx: Transaction<Tables>, month: string, at: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update usage_event_months set closed_at = ${at}
    where closed_at is null and month < ${month}::date`.execute(trx);
  if (numAffectedRows > 0n) {
    await sql`insert into usage_event_months (month) values (${month}::date)`.execute(trx);
  }
}

/** The months that were closed before an instant. */
export async function findClosedMonths(db: Kysely<Tables>, before: Date): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from usage_event_months where closed_at < ${before}`.execute(db);
  return rows.map(({ month }) => month);
}

export async function dropIds(trx: Transaction<Tables>, month: string): Promise<void> {
  await sql`select drop_event_ids_month(${month}::date)`.execute(trx);
  await sql`delete from usage_event_months where month = ${month}::date`.execute(trx);
}

const ADVISORY_LOCK = 7_402_015;

export interface TrendRow {
  usage_date: string;
  transcript_count: number;
  seconds: number;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    usage_course: TrendRow;
  }
}

/** What all contracts used on each day with use, in the order of the days; both ends included. */
export async function findTrend(db: Kysely<Tables>, from: string, to: string): Promise<TrendRow[]> {
  const query = sql<TrendRow>`
    select usage_date, sum(transcript_count)::bigint as transcript_count,
      sum(seconds)::bigint as seconds
    from usage_course where usage_date between ${from}::date and ${to}::date
    group by usage_date order by usage_date`;
  const { rows } = await runPrepared(db, query.compile(db));
  return rows;
}

/** Merges rows of one day; readers see the rows or their sum. The lock serializes runs. */
export async function foldTrend(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select usage_date from usage_course group by 1 having count(*) > 1
    ), removed as (
      delete from usage_course c using repeated r
      where c.usage_date = r.usage_date
      returning c.*
    )
    insert into usage_course (usage_date, transcript_count, seconds)
    select usage_date, sum(transcript_count), sum(seconds) from removed group by 1`.execute(trx);
}
