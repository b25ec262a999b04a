import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { runPrepared } from "../../db/prepared.ts";
import type { Prepare } from "../../db/snapshot.ts";
import type { Tables } from "../../db/tables.ts";
import {
  type AuditFilters,
  type AuditScope,
  all,
  conditions,
  hiddenParts,
  indexedBy,
  visibleToMembers,
} from "./auditConditions.ts";

/** What an event is found by, as it follows from the names that are sealed. */
export function eventSearchKey(actorName: string, targetName: string | null): string {
  return searchKey(`${actorName}\n${targetName ?? ""}`);
}

/** The entries that an event is about, as they follow from its sealed changes; null for none. */
export function entriesOf(changes: readonly { entryId?: number | undefined }[]): number[] | null {
  const ids = changes.flatMap(({ entryId }) => entryId ?? []);
  return ids.length > 0 ? ids : null;
}

/** The first half of the advisory locks that keep the days of an organization open or seal them. */
export const SEAL_LOCKS = 7_402_028;

interface AuditEventsTable {
  organization_id: number;
  audit_event_id: number;
  occurred_at: Date;
  operation: string;
  outcome: "DONE" | "REFUSED";
  actor_kind: "user" | "serviceKey" | "system" | "operator";
  actor_id: string | null;
  actor_name: string;
  actor_organization_id: number | null;
  target_kind: string;
  target_id: string | null;
  target_name: string | null;
  changes: string;
  counts: string | null;
  entry_ids: number[] | null;
  reason: string | null;
  request_id: string | null;
  address: string | null;
  user_agent: string | null;
  search_key: string;
  act: string | null;
}

/** Of the event of a whole, how many parts it has; of a part, what its whole is about. */
export type StoredAct =
  | { id: string; parts: number }
  | { id: string; kind: string; organizationId: number };

declare module "../../db/tables.ts" {
  interface Tables {
    audit_events: AuditEventsTable;
  }
}

type NewEvent = Omit<Insertable<AuditEventsTable>, "audit_event_id" | "occurred_at">;

/**
 * Writes the event while the day is kept open until the end of the transaction
 * (docs/decisions/053-audit-seals.md). A clock that was set back does not reach into a sealed day.
 */
export async function insertEvent(trx: Transaction<Tables>, event: NewEvent): Promise<void> {
  const { at, id } = await openDay(trx, event.organization_id);
  const query = sql`
    insert into audit_events (
      organization_id, occurred_at, audit_event_id, operation, outcome, actor_kind, actor_id,
      actor_name, actor_organization_id, target_kind, target_id, target_name, changes, counts,
      entry_ids, reason, request_id, address, user_agent, search_key, act
    )
    select ${event.organization_id}::bigint,
      greatest(${at}::timestamptz, (
        select (max(day) + 1)::timestamp at time zone 'Asia/Tokyo' from audit_seals
        where organization_id = ${event.organization_id})),
      ${id}::bigint,
      ${event.operation}, ${event.outcome}, ${event.actor_kind}, ${event.actor_id}::text,
      ${event.actor_name}, ${event.actor_organization_id}::bigint, ${event.target_kind},
      ${event.target_id}::text, ${event.target_name}::text, ${event.changes}::jsonb,
      ${event.counts}::jsonb, ${event.entry_ids}::bigint[], ${event.reason}::text,
      ${event.request_id}::text, ${event.address}::text, ${event.user_agent}::text,
      ${event.search_key}, ${event.act}::jsonb`.compile(trx);
  await runPrepared(trx, query);
}

/**
 * The time and the id of the next event, once its day is open. It names no table of an organization,
 * since locks and sequences are those of one node (docs/decisions/056-tenant-tables.md).
 */
async function openDay(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<{ at: string; id: number }> {
  const query = sql<{ at: string; id: number }>`
    with open_day as materialized (
      select pg_advisory_xact_lock_shared(${SEAL_LOCKS}::integer, ${organizationId}::integer)
    )
    select clock_timestamp()::text as at, nextval('audit_event_ids') as id from open_day`.compile(
    trx,
  );
  const { rows } = await runPrepared(trx, query);
  if (!rows[0]) throw new Error("a sequence has no next value");
  return rows[0];
}

export interface AuditEventRow
  extends Omit<
    AuditEventsTable,
    "occurred_at" | "changes" | "counts" | "entry_ids" | "search_key" | "act"
  > {
  occurred_at: string;
  organization_name: string | null;
  changes: unknown;
  counts: unknown;
  act: StoredAct | null;
}

/** The place of an event in the order of the log. */
export interface EventPosition {
  occurredAt: string;
  auditEventId: number;
}

/**
 * How many events a page looks at for conditions that no index serves. A page then holds what it
 * found among them, and goes on after them, so that its cost does not grow with the log.
 */
export const LOOKED_AT = 5_000;

/** The parts of an act precede its whole by the time of one transaction. */
const PARTS_PRECEDE = sql`interval '1 hour'`;

/** To the microsecond, as the database keeps it. */
export const microseconds = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const columns = sql`
  e.audit_event_id, ${microseconds("e.occurred_at")} as occurred_at, e.operation, e.outcome,
  e.actor_kind, e.actor_id, e.actor_name, e.actor_organization_id, e.organization_id,
  o.organization_name, e.target_kind, e.target_id, e.target_name, e.changes, e.counts, e.reason,
  e.request_id, e.address, e.user_agent, e.act`;

const besideEvent = sql`left join organizations o on o.organization_id = e.organization_id`;
const newestFirst = sql`order by e.occurred_at desc, e.audit_event_id desc`;

interface PageRequest {
  filters: AuditFilters;
  scope: AuditScope | undefined;
  size: number;
  after: EventPosition | undefined;
}

interface Page {
  rows: AuditEventRow[];
  next: EventPosition | null;
}

/**
 * A page of events, newest first, and the place where the next one goes on. Parts whose whole is missing
 * are rows of it.
 */
export async function findAuditEvents(db: Kysely<Tables>, request: PageRequest): Promise<Page> {
  const page = await findPage(db, request, []);
  const missing = await findActsWithoutWhole(db, request, page.next);
  return missing.length === 0 ? page : findPage(db, request, missing);
}

async function findPage(
  db: Kysely<Tables>,
  { filters, scope, size, after }: PageRequest,
  unfolded: readonly string[],
): Promise<Page> {
  const indexed = all(readAfter({ filters, scope, after }));
  const hidden = hiddenParts(filters, scope);
  const others = [
    ...conditions(filters, scope),
    ...(hidden ? [sql<SqlBool>`(${hidden} and ${isOfOthers(unfolded)}) is not true`] : []),
  ];
  const events = (limit: number) => sql`
    select e.* from audit_events e where ${indexed} ${newestFirst} limit ${limit}`;
  // The last of those looked at comes along, matching or not: the next page goes on after it.
  const matching = sql`
    select * from (
      select e.*, ${all(others)} as matches, (row_number() over (${newestFirst}))::int as place
      from (${events(LOOKED_AT)}) e) e
    where matches or place = ${LOOKED_AT} ${newestFirst} limit ${size + 1}`;
  const source =
    others.length === 0
      ? sql`select e.*, true as matches, 0 as place from (${events(size + 1)}) e`
      : matching;
  const { rows } = await sql<AuditEventRow & { matches: boolean; place: number }>`
    select ${columns}, e.matches, e.place from (${source}) e ${besideEvent} ${newestFirst}`.execute(
    db,
  );
  const shown = rows.slice(0, size).filter(({ matches }) => matches);
  const end = rows.length > size ? rows[size - 1] : rows.find(({ place }) => place === LOOKED_AT);
  return { rows: shown, next: end ? positionOf(end) : null };
}

const isOfOthers = (acts: readonly string[]) =>
  acts.length === 0 ? sql`true` : sql`e.act ->> 'id' <> all(${acts}::text[])`;

/** What a page reads of the log by an index, from where it begins. */
function readAfter({ filters, scope, after }: Omit<PageRequest, "size">): RawBuilder<SqlBool>[] {
  return [
    ...indexedBy(filters, scope),
    ...(after ? [before(after)] : []),
    ...(after && filters.actId ? [shortlyBefore(after)] : []),
  ];
}

/**
 * The acts whose parts a page would leave out up to `end`, although no whole of which they could be opened
 * is listed: the log was changed.
 */
async function findActsWithoutWhole(
  db: Kysely<Tables>,
  { filters, scope, after }: PageRequest,
  end: EventPosition | null,
): Promise<string[]> {
  const hidden = hiddenParts(filters, scope);
  if (!hidden) return [];
  const read = [...readAfter({ filters, scope, after }), ...(end ? [notBefore(end)] : [])];
  const isListed = all([...indexedBy(filters, scope), ...conditions(filters, scope)]);
  const { rows: acts } = await sql<{ id: string }>`
    select e.act ->> 'id' as id, (e.act ->> 'organizationId')::bigint as organization_id,
      min(e.occurred_at)::text as first, max(e.occurred_at)::text as last,
      max(e.audit_event_id) as last_id
    from (select e.* from audit_events e where ${all(read)} ${newestFirst} limit ${LOOKED_AT}) e
    where ${hidden} group by 1, 2`.execute(db);
  if (acts.length === 0) return [];
  const { rows: found } = await sql<{ id: string }>`
    select distinct a.id
    from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as a (
      id text, organization_id bigint, first timestamptz, last timestamptz, last_id bigint)
    join audit_events e on e.organization_id = a.organization_id
      and e.occurred_at >= a.last and e.occurred_at < a.first + ${PARTS_PRECEDE}
      and e.audit_event_id > a.last_id and e.act ->> 'id' = a.id
    where e.act ->> 'parts' is not null and ${isListed}`.execute(db);
  const listed = new Set(found.map(({ id }) => id));
  return acts.map(({ id }) => id).filter((id) => !listed.has(id));
}

function positionOf(row: Pick<AuditEventRow, "occurred_at" | "audit_event_id">): EventPosition {
  return { occurredAt: row.occurred_at, auditEventId: row.audit_event_id };
}

/** All events that the filters select, for a file, which counts none that its reader may not see. */
export function allAuditEvents(
  filters: AuditFilters,
  scope: AuditScope | undefined,
): Prepare<AuditEventRow> {
  const selected = all([
    ...indexedBy(filters, scope),
    ...conditions(filters, scope),
    ...(scope ? visibleToMembers : []),
  ]);
  return async (trx) => {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from audit_events e where ${selected}`.execute(trx);
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<AuditEventRow>`
        select ${columns} from audit_events e ${besideEvent} where ${selected} ${newestFirst}`,
    };
  };
}

function before({ occurredAt, auditEventId }: EventPosition): RawBuilder<SqlBool> {
  return sql`(e.occurred_at, e.audit_event_id) < (${occurredAt}::timestamptz, ${auditEventId}::bigint)`;
}

function notBefore({ occurredAt, auditEventId }: EventPosition): RawBuilder<SqlBool> {
  return sql`(e.occurred_at, e.audit_event_id) >= (${occurredAt}::timestamptz, ${auditEventId}::bigint)`;
}

function shortlyBefore({ occurredAt }: EventPosition): RawBuilder<SqlBool> {
  return sql`e.occurred_at > ${occurredAt}::timestamptz - ${PARTS_PRECEDE}`;
}
