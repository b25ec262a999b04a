import { type Kysely, sql } from "kysely";
import type { Tables } from "../../server/db/tables.ts";

export interface StoredEvent {
  audit_event_id: number;
  organization_id: number;
  operation: string;
  outcome: string;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  target_kind: string;
  target_id: string | null;
  target_name: string | null;
  changes: { field: string; before: unknown; after: unknown; entryId?: number }[];
  counts: Record<string, number> | null;
  reason: string | null;
  address: string | null;
}

/** All events of the log in the order of their ids. */
export async function storedEvents(db: Kysely<Tables>): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select * from audit_events order by audit_event_id`.execute(db);
  return rows;
}
