import type { Kysely, Selectable } from "kysely";
import type { Tables, UsersTable } from "../../db/tables.ts";

const columns = [
  "users.user_id",
  "users.organization_id",
  "users.user_name",
  "users.email",
  "users.is_system_admin",
  "users.is_organization_admin",
  "users.is_dictionary_admin",
  "users.status",
] as const;

type Column = typeof columns extends readonly `users.${infer Name}`[] ? Name : never;
export type UserRow = Pick<Selectable<UsersTable>, Column>;

export interface SessionRow extends UserRow {
  last_seen_at: Date;
  expires_at: Date;
}

export function findUser(db: Kysely<Tables>, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").select(columns).where("user_id", "=", userId).executeTakeFirst();
}

/** Takes the invitation as accepted. */
export async function activateUser(db: Kysely<Tables>, userId: string, at: Date): Promise<void> {
  await db
    .updateTable("users")
    .set((set) => ({ status: "ACTIVE", version: set("version", "+", 1), updated_at: at }))
    .where("user_id", "=", userId)
    .where("status", "=", "INVITED")
    .execute();
}

export function findSession(
  db: Kysely<Tables>,
  sessionHash: Uint8Array,
): Promise<SessionRow | undefined> {
  return db
    .selectFrom("admin_sessions")
    .innerJoin("users", "users.user_id", "admin_sessions.user_id")
    .select([...columns, "admin_sessions.last_seen_at", "admin_sessions.expires_at"])
    .where("admin_sessions.session_hash", "=", sessionHash)
    .executeTakeFirst();
}
