import { type Insertable, sql, type Transaction } from "kysely";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { runPrepared } from "../../db/prepared.ts";
import type { Tables } from "../../db/tables.ts";

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
