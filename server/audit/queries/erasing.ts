import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { FieldChange } from "../../../domain/audit/schemas.ts";
import type { Tables } from "../../db/tables.ts";
import type { SealedParts } from "../sealHash.ts";
import { microseconds } from "./auditEvents.ts";

/** A stored event with all that can be erased, by the names of its line in a seal. */
export interface ErasableEvent {
  auditEventId: number;
  occurredAt: string;
  actorId: string | null;
  actorName: string;
  targetKind: string;
  targetId: string | null;
  targetName: string | null;
  changes: FieldChange[];
  reason: string | null;
  address: string | null;
  userAgent: string | null;
  salt: string | null;
  sealedParts: SealedParts | null;
  day: string;
}

/** Which events are looked at: those of these people, and those about such records. */
export interface Sought {
  userIds: readonly string[];
  /** The kinds of these records; null for all events of the organization. */
  kinds: readonly string[] | null;
}

const AT_ONCE = 500;

const ofPeople = (userIds: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`(
  e.actor_id = any(${userIds}::text[])
  or (e.target_kind = 'user' and e.target_id = any(${userIds}::text[])))`;

/** The organizations in whose log these people act or are the target. */
export async function organizationsOf(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct e.organization_id from audit_events e where ${ofPeople(userIds)}
    order by e.organization_id`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

const columns = sql`
  e.audit_event_id as "auditEventId", ${microseconds("e.occurred_at")} as "occurredAt",
  e.actor_id as "actorId", e.actor_name as "actorName", e.target_kind as "targetKind",
  e.target_id as "targetId", e.target_name as "targetName", e.changes, e.reason, e.address,
  e.user_agent as "userAgent", e.salt, e.sealed_parts as "sealedParts",
  (e.occurred_at at time zone 'Asia/Tokyo')::date as day`;

/** Reads the next events of an organization, in the order of the log. */
export async function findErasable(
  db: Kysely<Tables>,
  organizationId: number,
  { userIds, kinds }: Sought,
  after: Pick<ErasableEvent, "occurredAt" | "auditEventId"> | undefined,
): Promise<ErasableEvent[]> {
  const sought =
    kinds === null
      ? sql`true`
      : sql`(${ofPeople(userIds)} or e.target_kind = any(${kinds}::text[]))`;
  const { rows } = await sql<ErasableEvent>`
    select ${columns} from audit_events e
    where e.organization_id = ${organizationId} and ${sought}
      ${
        after
          ? sql`and (e.occurred_at, e.audit_event_id)
              > (${after.occurredAt}::timestamptz, ${after.auditEventId}::bigint)`
          : sql``
      }
    order by e.occurred_at, e.audit_event_id limit ${sql.lit(AT_ONCE)}`.execute(db);
  return rows;
}

/** Locks events, and reads them as they are then. */
export async function lockErasable(
  trx: Transaction<Tables>,
  organizationId: number,
  events: readonly ErasableEvent[],
): Promise<ErasableEvent[]> {
  const ids = events.map(({ auditEventId }) => auditEventId);
  const { rows } = await sql<ErasableEvent>`
    select ${columns} from audit_events e
    where e.organization_id = ${organizationId} and e.audit_event_id = any(${ids}::bigint[])
      and e.occurred_at between ${events[0]?.occurredAt}::timestamptz
        and ${events.at(-1)?.occurredAt}::timestamptz
    order by e.occurred_at, e.audit_event_id for update`.execute(trx);
  return rows;
}

export interface RewrittenEvent extends ErasableEvent {
  sealedParts: SealedParts;
  searchKey: string;
}

/** Writes events whose values were erased. Their salts go, so that no digest tells a value. */
export async function rewriteEvents(
  trx: Transaction<Tables>,
  organizationId: number,
  events: readonly RewrittenEvent[],
): Promise<void> {
  await sql`
    update audit_events e set actor_name = n."actorName", target_name = n."targetName",
      changes = n.changes, reason = n.reason, address = n.address, user_agent = n."userAgent",
      search_key = n."searchKey", sealed_parts = n."sealedParts", salt = null
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as n (
      "occurredAt" timestamptz, "auditEventId" bigint, "actorName" text, "targetName" text,
      changes jsonb, reason text, address text, "userAgent" text, "searchKey" text,
      "sealedParts" jsonb)
    where e.organization_id = ${organizationId} and e.occurred_at = n."occurredAt"
      and e.audit_event_id = n."auditEventId"`.execute(trx);
}

const ADVISORY_LOCK = 7_402_030;

/** Lets erasings rewrite events one after the other, so that each knows what the one before has left. */
export async function lockErasing(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
}

export interface ErasingEvent {
  audit_event_id: number;
  occurred_at: string;
  target_kind: string;
  target_id: string;
}

/** The events of the erasings of people and of organizations. */
export async function findErasingEvents(
  db: Kysely<Tables>,
  operations: readonly string[],
): Promise<ErasingEvent[]> {
  const { rows } = await sql<ErasingEvent>`
    select e.audit_event_id, ${microseconds("e.occurred_at")} as occurred_at, e.target_kind,
      e.target_id
    from audit_events e
    where e.operation = any(${operations}::text[]) and e.outcome = 'DONE'
      and e.target_id is not null`.execute(db);
  return rows;
}

/** An erased person; `user_id` is null for one who was no user, `subject_id` what was erased. */
export interface ErasedPersonRow {
  number: number;
  user_id: string | null;
  subject_kind: "user" | "organization";
  subject_id: string;
}

/** The people of all erasings, by the rows of the erasings. */
export async function findErasedPeople(db: Kysely<Tables>): Promise<ErasedPersonRow[]> {
  const { rows } = await sql<ErasedPersonRow>`
    select p.number, coalesce(r.user_id, u.user_id) as user_id,
      case when r.user_id is null then 'organization' else 'user' end as subject_kind,
      coalesce(r.user_id, r.organization_id::text) as subject_id
    from erasures r
    cross join lateral (select jsonb_array_elements_text(r.people)::bigint as number) p
    left join users u on u.erased_number = p.number`.execute(db);
  return rows;
}

/** When the first seal of this version or a later one was made. */
export async function findFirstSealedAt(
  db: Kysely<Tables>,
  version: number,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select ${microseconds("s.sealed_at")} as at from audit_seals s
    where s.version >= ${version} order by s.sealed_at limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
