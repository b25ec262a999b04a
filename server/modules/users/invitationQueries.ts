import type { Insertable, Kysely, Transaction } from "kysely";
import type { IdentityIntentsTable, Tables } from "../../db/tables.ts";

export async function emailIsTaken(db: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("user_id")
    .where("email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertIntent(
  db: Kysely<Tables>,
  intent: Insertable<IdentityIntentsTable>,
): Promise<void> {
  await db.insertInto("identity_intents").values(intent).execute();
}

export async function deleteIntent(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("identity_intents")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Intents older than `before`, of one address or of all. */
export async function leftoverUserIds(
  db: Kysely<Tables>,
  before: Date,
  email?: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("identity_intents")
    .select("user_id")
    .where("created_at", "<", before)
    .$if(email !== undefined, (query) => query.where("email", "=", email ?? ""))
    .orderBy("created_at")
    .limit(100)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Deletes an intent; true when the identity user it stands for belongs to nobody. */
export async function deleteLeftover(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  if (!(await deleteIntent(trx, userId))) return false;
  const owner = await trx
    .selectFrom("users")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return owner === undefined;
}
