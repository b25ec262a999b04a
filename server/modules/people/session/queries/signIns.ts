import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../../db/tables.ts";

/** Ends sign-ins from before `validAfter`; an earlier time never replaces a later one. */
export async function endSignInsBefore(
  trx: Transaction<Tables>,
  userId: string,
  validAfter: Date,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ tokens_valid_after: sql<Date>`greatest(tokens_valid_after, ${validAfter})` })
    .where("user_id", "=", userId)
    .execute();
}

export async function deleteSessionsOf(
  db: Kysely<Tables>,
  userId: string,
  except?: Uint8Array,
): Promise<void> {
  await db
    .deleteFrom("admin_sessions")
    .where("user_id", "=", userId)
    .$if(except !== undefined, (query) =>
      query.where("session_hash", "!=", except ?? new Uint8Array()),
    )
    .execute();
}
