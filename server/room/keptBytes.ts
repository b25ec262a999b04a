import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** What the imports of an organization take up; their number is bounded (4 kB at least each). */
export async function importBytes(db: Kysely<Tables>, organizationId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(kept_bytes), 0)::bigint as bytes from dictionary_imports
    where organization_id = ${organizationId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
