import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { AdminSessionsTable, Tables } from "../../../../db/tables.ts";

export async function insertSession(
  db: Kysely<Tables>,
  session: Insertable<AdminSessionsTable>,
): Promise<void> {
  await db.insertInto("admin_sessions").values(session).execute();
}

export async function touchSession(
  db: Kysely<Tables>,
  sessionHash: Uint8Array,
  at: Date,
): Promise<void> {
  await db
    .updateTable("admin_sessions")
    .set({ last_seen_at: at })
    .where("session_hash", "=", sessionHash)
    .execute();
}

export async function deleteSession(
  trx: Transaction<Tables>,
  sessionHash: Uint8Array,
): Promise<Pick<Selectable<AdminSessionsTable>, "user_id" | "token_hash"> | undefined> {
  return trx
    .deleteFrom("admin_sessions")
    .where("session_hash", "=", sessionHash)
    .returning(["user_id", "token_hash"])
    .executeTakeFirst();
}

export async function deleteEndedSessions(
  db: Kysely<Tables>,
  at: Date,
  idleSince: Date,
): Promise<void> {
  await db
    .deleteFrom("admin_sessions")
    .where((where) =>
      where.or([where("expires_at", "<=", at), where("last_seen_at", "<=", idleSince)]),
    )
    .execute();
}
