import { type Insertable, type Kysely, sql } from "kysely";
import { runPrepared } from "../../db/prepared.ts";
import type { Tables } from "../../db/tables.ts";

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
 * Takes time and id of the event while the day is kept open until the end of the transaction
 * (docs/decisions/053-audit-seals.md). A clock that was set back does not reach into a sealed day.
 */
export async function insertEvent(db: Kysely<Tables>, event: NewEvent): Promise<void> {
  const query = sql`
    with open_day as materialized (
      select pg_advisory_xact_lock_shared(${SEAL_LOCKS}::integer, ${event.organization_id}::integer)
    )
    insert into audit_events (
      organization_id, occurred_at, audit_event_id, operation, outcome, actor_kind, actor_id,
      actor_name, actor_organization_id, target_kind, target_id, target_name, changes, counts,
      entry_ids, reason, request_id, address, user_agent, search_key, act
    )
    select ${event.organization_id},
      greatest(clock_timestamp(), (
        select (max(day) + 1)::timestamp at time zone 'Asia/Tokyo' from audit_seals
        where organization_id = ${event.organization_id})),
      nextval('audit_event_ids'),
      ${event.operation}, ${event.outcome}, ${event.actor_kind}, ${event.actor_id}::text,
      ${event.actor_name}, ${event.actor_organization_id}::bigint, ${event.target_kind},
      ${event.target_id}::text, ${event.target_name}::text, ${event.changes}::jsonb,
      ${event.counts}::jsonb, ${event.entry_ids}::bigint[], ${event.reason}::text,
      ${event.request_id}::text, ${event.address}::text, ${event.user_agent}::text,
      ${event.search_key}, ${event.act}::jsonb
    from open_day`.compile(db);
  await runPrepared(db, query);
}
