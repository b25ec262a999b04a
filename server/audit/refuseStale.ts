import { type Kysely, sql } from "kysely";
import type { StaleRecord } from "../../domain/problems/problem.ts";
import type { Tables } from "../db/tables.ts";
import { type IfMatch, isStale } from "../plugins/versions.ts";
import { staleVersion } from "../problem.ts";

/** The record that a write is about, as the audit log names it. */
export interface StaleTarget {
  kind: string;
  id: number | string;
}

/**
 * Throws 412 with `current`, and with who changed it last, unless If-Match names its version. Call it
 * with the row locked.
 */
export async function refuseStale(
  db: Kysely<Tables>,
  ifMatch: IfMatch | undefined,
  current: StaleRecord,
  target: StaleTarget,
): Promise<void> {
  if (!isStale(ifMatch, current)) return;
  throw staleVersion(current, await findLastChange(db, target));
}

/** Who changed a record last and when; null where the log does not say it. */
async function findLastChange(
  db: Kysely<Tables>,
  { kind, id }: StaleTarget,
): Promise<{ name: string; at: string } | null> {
  const isAbout =
    kind === "entry"
      ? sql`e.entry_ids @> array[${Number(id)}]::bigint[]`
      : sql`e.target_kind = ${kind} and e.target_id = ${String(id)}
          and e.operation not like 'export%'`;
  const { rows } = await sql<{ actor_kind: string; actor_name: string; occurred_at: Date }>`
    select e.actor_kind, e.actor_name, e.occurred_at from audit_events e
    where ${isAbout} and e.outcome = 'DONE' and e.changes <> '[]'
    order by e.occurred_at desc, e.audit_event_id desc limit 1`.execute(db);
  const [last] = rows;
  if (last?.actor_kind !== "user") return null;
  return { name: last.actor_name, at: last.occurred_at.toISOString() };
}
