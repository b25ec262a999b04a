import {
  type Generated,
  type Insertable,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from "kysely";
import { preparedStatement } from "../../../db/prepared.ts";
import type { AdminSessionsTable, Tables, UsersTable } from "../../../db/tables.ts";
import type { VerifiedToken } from "../../../identity/identity.ts";

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
> & {
  /** Of the user's organization; null without one. */
  allowed_addresses: string[] | null;
  addresses_held_at: Date | null;
  /** The ways to sign in of the user's organization; null without settings. */
  way_password: boolean | null;
  way_google: boolean | null;
  way_provider_id: string | null;
  way_required: boolean | null;
  way_held_at: Date | null;
  way_tried_at: Date | null;
  keeps_password: boolean | null;
  sso_asks_for_second_factor: boolean | null;
  /** When the sign-in of the credential was used, as far as it was noted; null if it is not known. */
  sign_in_seen_at: Date | null;
  /** From where and by which browser it was used then. */
  sign_in_address: string | null;
  sign_in_user_agent: string | null;
  sign_in_ended: boolean;
};

export interface SessionRow extends UserRow {
  last_seen_at: Date;
  expires_at: Date;
}

const columns = sql.raw(
  `u.user_id, u.organization_id, u.user_name, u.email, u.is_system_admin, u.is_organization_admin,
   u.is_dictionary_admin, u.status, u.tokens_valid_after, u.identity_error, u.identity_error_at,
   u.signed_in_at, o.allowed_addresses, o.addresses_held_at, w.password as way_password,
   w.google as way_google, w.provider_id as way_provider_id, w.required as way_required,
   w.held_at as way_held_at, w.tried_at as way_tried_at, u.user_id = any(w.break_glass_user_ids) as keeps_password,
   w.asks_for_second_factor as sso_asks_for_second_factor, i.last_seen_at as sign_in_seen_at,
   i.address as sign_in_address, i.user_agent as sign_in_user_agent,
   i.ended_at is not null as sign_in_ended`,
);
const organizations = sql`
  left join organizations o on o.organization_id = u.organization_id
  left join sign_in_ways w on w.organization_id = u.organization_id`;

/** A user and the time of a sign-in as one text, by which lookups are batched. */
export function signInKey({ uid, authTime }: Pick<VerifiedToken, "uid" | "authTime">): string {
  return `${authTime.toISOString()} ${uid}`;
}

// With the limits one plan serves all: without, PostgreSQL expects ten keys and plans each time.
const usersOfKeys = preparedStatement(
  (keys: string[], userIds: string[], times: string[], most: number) => sql<
    UserRow & { key: string }
  >`
    select ${columns}, sent.key
    from (
      select * from unnest(${keys}::text[], ${userIds}::text[], ${times}::timestamptz[])
        as each (key, user_id, signed_in_at)
      limit ${most}) sent
    join users u on u.user_id = sent.user_id
    left join sign_ins i on i.user_id = sent.user_id and i.signed_in_at = sent.signed_in_at
    ${organizations}`,
);

const sessionsOfHashes = preparedStatement(
  (hashes: string[], most: number) => sql<SessionRow & { hash: string }>`
    select ${columns}, s.last_seen_at, s.expires_at, sent.hash
    from (select unnest(${hashes}::text[]) as hash limit ${most}) sent
    join admin_sessions s on s.session_hash = decode(sent.hash, 'hex')
    join users u on u.user_id = s.user_id
    left join sign_ins i on i.user_id = s.user_id and i.signed_in_at = s.signed_in_at
    ${organizations}`,
);

/** The users of sign-ins, by `signInKey`. */
export async function findUsers(db: Kysely<Tables>, keys: string[]): Promise<Map<string, UserRow>> {
  const times = keys.map((key) => key.slice(0, key.indexOf(" ")));
  const userIds = keys.map((key) => key.slice(key.indexOf(" ") + 1));
  const rows = await usersOfKeys(db, keys, userIds, times, keys.length);
  return new Map(rows.map((row) => [row.key, row]));
}

export async function findSessions(
  db: Kysely<Tables>,
  hashes: string[],
): Promise<Map<string, SessionRow>> {
  const rows = await sessionsOfHashes(db, hashes, hashes.length);
  return new Map(rows.map((row) => [row.hash, row]));
}

/** A user, with the sign-in of that time. */
export async function findUser(
  db: Kysely<Tables>,
  userId: string,
  signedInAt = new Date(0),
): Promise<UserRow | undefined> {
  const key = signInKey({ uid: userId, authTime: signedInAt });
  return (await findUsers(db, [key])).get(key);
}

/**
 * Whether the provider's organization makes an unknown person of this domain its member: it wants that, has
 * proven the domain, and its single sign-on was tried.
 */
export async function mayJoin(
  db: Kysely<Tables>,
  {
    organizationId,
    provider,
    domain,
  }: { organizationId: number; provider: string; domain: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_ways w join organization_domains d using (organization_id)
    where w.organization_id = ${organizationId} and w.provider_id = ${provider}
      and w.join_on_first_sign_in and w.tried_at is not null and w.held_at is null
      and d.name = ${domain} and d.proven_at is not null`.execute(db);
  return rows.length > 0;
}

/**
 * Inserts a member who has signed in, unless the user id is known by then; returns whether it did. A known
 * address violates users_email_unique.
 */
export async function insertJoined(
  trx: Transaction<Tables>,
  user: Insertable<UsersTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto("users")
    .values(user)
    .onConflict((known) => known.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
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
): Promise<
  Pick<Selectable<AdminSessionsTable>, "user_id" | "token_hash" | "signed_in_at"> | undefined
> {
  return trx
    .deleteFrom("admin_sessions")
    .where("session_hash", "=", sessionHash)
    .returning(["user_id", "token_hash", "signed_in_at"])
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
  userIds: readonly string[],
  validAfter: Date,
): Promise<void> {
  await trx
    .updateTable("users")
    .set({ tokens_valid_after: sql<Date>`greatest(tokens_valid_after, ${validAfter})` })
    .where("user_id", "in", userIds)
    .execute();
  await trx
    .deleteFrom("sign_ins")
    .where("user_id", "in", userIds)
    .where("signed_in_at", "<", validAfter)
    .execute();
}

export async function deleteSessionsOf(
  db: Kysely<Tables>,
  userIds: readonly string[],
  except?: Uint8Array,
): Promise<void> {
  await db
    .deleteFrom("admin_sessions")
    .where("user_id", "in", userIds)
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
