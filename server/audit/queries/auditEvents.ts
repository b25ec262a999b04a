import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
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
import type { StoredAct } from "./insertEvent.ts";

export interface AuditEventRow {
  audit_event_id: number;
  occurred_at: string;
  operation: string;
  outcome: "DONE" | "REFUSED";
  actor_kind: "user" | "serviceKey" | "system" | "operator";
  actor_id: string | null;
  actor_name: string;
  actor_organization_id: number | null;
  organization_id: number;
  organization_name: string | null;
  target_kind: string;
  target_id: string | null;
  target_name: string | null;
  changes: unknown;
  counts: unknown;
  reason: string | null;
  request_id: string | null;
  address: string | null;
  user_agent: string | null;
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
