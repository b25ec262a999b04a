import {
  type Generated,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import type { AdminSessionsTable, Tables, UsersTable } from "../../../db/tables.ts";

declare module "../../../db/tables.ts" {
  interface Tables {
    admin_session_tokens: {
      token_hash: Uint8Array;
      signed_in_at: Date;
      signed_out: Generated<boolean>;
    };
  }
}

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
  | "signed_in_at"
>;

export interface SessionRow extends UserRow {
  last_seen_at: Date;
  expires_at: Date;
}

const columns = sql.raw(
  `u.user_id, u.organization_id, u.user_name, u.email, u.is_system_admin, u.is_organization_admin,
   u.is_dictionary_admin, u.status, u.tokens_valid_after, u.identity_error, u.identity_error_at,
   u.signed_in_at`,
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

/**
 * Says whether the token may still open a session, and keeps it so until the end of the
 * transaction: a sign-out waits for the row.
 */
export async function claimToken(
  trx: Transaction<Tables>,
  tokenHash: Uint8Array,
  signedInAt: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto("admin_session_tokens")
    .values({ token_hash: tokenHash, signed_in_at: signedInAt })
    .onConflict((token) => token.column("token_hash").doUpdateSet({ signed_in_at: signedInAt }))
    .returning("signed_out")
    .executeTakeFirstOrThrow();
  return !claimed.signed_out;
}

export async function endToken(trx: Transaction<Tables>, tokenHash: Uint8Array): Promise<void> {
  await trx
    .updateTable("admin_session_tokens")
    .set({ signed_out: true })
    .where("token_hash", "=", tokenHash)
    .execute();
}

export async function deleteTokensFrom(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom("admin_session_tokens").where("signed_in_at", "<", before).execute();
}
