import { type Kysely, type Selectable, sql } from "kysely";
import { runPrepared } from "../../../../db/prepared.ts";
import type { Tables, UsersTable } from "../../../../db/tables.ts";

export type UserRow = Pick<
  Selectable<UsersTable>,
  | "user_id"
  | "organization_id"
  | "user_name"
  | "email"
  | "is_system_admin"
  | "is_organization_admin"
  | "is_dictionary_admin"
  | "status"
  | "tokens_valid_after"
  | "identity_error"
  | "identity_error_at"
>;

export interface SessionRow extends UserRow {
  last_seen_at: Date;
  expires_at: Date;
}

const columns = sql.raw(
  `u.user_id, u.organization_id, u.user_name, u.email, u.is_system_admin, u.is_organization_admin,
   u.is_dictionary_admin, u.status, u.tokens_valid_after, u.identity_error, u.identity_error_at`,
);

export async function findUsers(
  db: Kysely<Tables>,
  userIds: string[],
): Promise<Map<string, UserRow>> {
  const query = sql<UserRow>`
    select ${columns} from users u where u.user_id = any(${userIds}::text[])`.compile(db);
  const { rows } = await runPrepared(db, query);
  return new Map(rows.map((row) => [row.user_id, row]));
}

export async function findSessions(
  db: Kysely<Tables>,
  hashes: string[],
): Promise<Map<string, SessionRow>> {
  const query = sql<SessionRow & { hash: string }>`
    select ${columns}, s.last_seen_at, s.expires_at, sent.hash
    from unnest(${hashes}::text[]) as sent (hash)
    join admin_sessions s on s.session_hash = decode(sent.hash, 'hex')
    join users u on u.user_id = s.user_id`.compile(db);
  const { rows } = await runPrepared(db, query);
  return new Map(rows.map(({ hash, ...row }) => [hash, row]));
}

export async function findUser(db: Kysely<Tables>, userId: string): Promise<UserRow | undefined> {
  return (await findUsers(db, [userId])).get(userId);
}

export async function activateUser(db: Kysely<Tables>, userId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set((set) => ({ status: "ACTIVE", version: set("version", "+", 1), updated_at: at }))
    .where("user_id", "=", userId)
    .where("status", "=", "INVITED")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
