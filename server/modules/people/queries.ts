import { type Kysely, sql, type Transaction } from "kysely";
import type { IdentityError } from "../../../domain/users/rules.ts";
import type { Tables } from "../../db/tables.ts";

/** Locks a user. Always lock before writing the outbox, to avoid deadlocks. */
export async function lockUser(trx: Transaction<Tables>, userId: string): Promise<void> {
  await sql`select from users where user_id = ${userId} for no key update`.execute(trx);
}

export async function userExists(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets or clears `identity_error`; true if it has changed. */
export async function updateIdentityError(
  trx: Transaction<Tables>,
  userId: string,
  identityError: IdentityError | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set identity_error = ${identityError},
      identity_error_at = ${identityError === null ? sql`null` : sql`clock_timestamp()`}
    where user_id = ${userId} and identity_error is distinct from ${identityError}::text`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}
