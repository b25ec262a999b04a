import { type Kysely, sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { microseconds } from "./auditEvents.ts";

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
