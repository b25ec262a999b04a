import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

interface ErasedRow {
  user_id: string;
  erased_number: number;
}

export async function findErasedSince(db: Kysely<Tables>, since: Date): Promise<ErasedRow[]> {
  const { rows } = await sql<ErasedRow>`
    select user_id, erased_number from users where erased_at >= ${since}`.execute(db);
  return rows;
}

export async function forgetAnswersOf(
  trx: Transaction<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from idempotency_keys where user_id = any(${userIds}::text[])`.execute(trx);
}
