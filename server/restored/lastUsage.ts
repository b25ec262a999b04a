import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export interface LastUsage {
  organization_id: number;
  organization_name: string;
  recorded_at: Date | null;
}

/** When each organization's newest event of the ledger was recorded. */
export async function findLastUsage(db: Kysely<Tables>): Promise<LastUsage[]> {
  const organizations = await db
    .selectFrom("organizations")
    .select(["organization_id", "organization_name"])
    .orderBy("organization_id")
    .execute();
  const found: LastUsage[] = [];
  for (const { organization_id, organization_name } of organizations) {
    const { rows } = await db.transaction().execute(async (trx) => {
      // It reads all events of the organization, for which the limit of requests is too short.
      await sql`set local statement_timeout = 0`.execute(trx);
      return sql<{ recorded_at: Date | null }>`
        select max(recorded_at) as recorded_at from ledger
        where organization_id = ${organization_id} and event_id is not null`.execute(trx);
    });
    const recorded_at = rows[0]?.recorded_at ?? null;
    found.push({ organization_id, organization_name, recorded_at });
  }
  return found;
}
