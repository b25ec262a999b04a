import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { runWithValues } from "../../../db/values.ts";
import type { EventKey } from "./ledger.ts";

const OPEN_MONTH = 7_402_023;

/** The month to which ids of events are written. */
export interface OpenMonth {
  month: string;
  /** Whether events in the first partition are recognised by its own index (docs/decisions/055). */
  hasFirstPartition: boolean;
}

/**
 * The month to which ids are written, the same for all transactions at work: closing it waits for their
 * end. So an id is unique although it is unique in each month only.
 */
export async function holdOpenMonth(trx: Transaction<Tables>): Promise<OpenMonth> {
  await sql`select pg_advisory_xact_lock_shared(${OPEN_MONTH})`.execute(trx);
  const { rows } = await sql<{ month: string; first: boolean }>`
    select month, exists (select from usage_event_months where month = '-infinity') as first
    from usage_event_months where closed_at is null`.execute(trx);
  if (!rows[0]) throw new Error("no month is open for ids of usage events");
  return { month: rows[0].month, hasFirstPartition: rows[0].first };
}

interface IdRow {
  event_id: string;
  organization_id: number;
  occurred_at: Date;
}

/** The keys of recorded events that have one of these ids, of any organization and time. */
export async function findIds(
  trx: Transaction<Tables>,
  eventIds: readonly string[],
): Promise<EventKey[]> {
  const { rows } = await sql<IdRow>`
    select event_id, organization_id, occurred_at from usage_event_ids
    where event_id = any(${eventIds}::text[])`.execute(trx);
  return rows.map((row) => ({
    eventId: row.event_id,
    organizationId: row.organization_id,
    occurredAt: row.occurred_at,
  }));
}

/**
 * Takes the ids of events, in one order, so that two transactions never wait for each other. Returns
 * those that no other transaction has taken meanwhile.
 */
export async function takeIds<Event extends EventKey>(
  trx: Transaction<Tables>,
  { month }: OpenMonth,
  events: readonly Event[],
): Promise<Event[]> {
  const ordered = events.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  const rows = await runWithValues<{ event_id: string }>(
    trx,
    ["date", "text", "bigint", "timestamptz"],
    ordered.map((key) => [month, key.eventId, key.organizationId, key.occurredAt.toISOString()]),
    (values) => `
      insert into usage_event_ids (month, event_id, organization_id, occurred_at)
      values ${values} on conflict do nothing returning event_id`,
  );
  const taken = new Set(rows.map(({ event_id }) => event_id));
  return ordered.filter(({ eventId }) => taken.has(eventId));
}

/** Gives ids back whose events another transaction has written. */
export async function giveIdsBack(
  trx: Transaction<Tables>,
  { month }: OpenMonth,
  eventIds: readonly string[],
): Promise<void> {
  await sql`
    delete from usage_event_ids
    where month = ${month}::date and event_id = any(${eventIds}::text[])`.execute(trx);
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
  await sql`select pg_advisory_xact_lock(${OPEN_MONTH})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update usage_event_months set closed_at = ${at}
    where closed_at is null and month < ${month}::date`.execute(trx);
  if (numAffectedRows > 0n) {
    await sql`insert into usage_event_months (month) values (${month}::date)`.execute(trx);
  }
}

/** The months that were closed before an instant; null for the first partition. */
export async function findClosedMonths(
  db: Kysely<Tables>,
  before: Date,
): Promise<(string | null)[]> {
  const { rows } = await sql<{ month: string | null }>`
    select nullif(month, '-infinity') as month from usage_event_months
    where closed_at < ${before}`.execute(db);
  return rows.map(({ month }) => month);
}

/** Forgets the ids of a month. */
export async function dropIds(trx: Transaction<Tables>, month: string): Promise<void> {
  await sql`select drop_event_ids_month(${month}::date)`.execute(trx);
  await sql`delete from usage_event_months where month = ${month}::date`.execute(trx);
}

/** Drops what only copies of the release before needed, and what recognised the ids of that time. */
export async function retireFirstPartition(trx: Transaction<Tables>): Promise<void> {
  await sql`select retire_first_partition()`.execute(trx);
  await sql`delete from usage_event_months where month = '-infinity'`.execute(trx);
}
