import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { LockTokenHash } from "../../../plugins/lockToken.ts";

/** Which dictionary, and whose: one of another organization is not found. */
export interface DictionaryKey {
  organizationId: number;
  dictionaryId: number;
}

/** Who holds a dictionary, and until when. */
export interface Holder {
  locked_at: Date;
  locked_by: string;
  locked_by_name: string;
  lease_expires_at: Date;
}

/** The holder, if there is one; all null while nobody holds it. */
export type HolderRow = Holder | { [Column in keyof Holder]: null };

/** With whether the token asked about is the lock's. */
export type LockRow = HolderRow & { is_token: boolean };

/** A user, and the token of the tab. */
export interface TokenHolder {
  userId: string;
  token: LockTokenHash;
}

interface Lease {
  leaseSeconds: number;
}

/** The columns of a HolderRow over `besideDictionary`. */
export const holderColumns = sql`
  l.locked_at, l.locked_by, h.user_name as locked_by_name, l.lease_expires_at`;

/** Beside `dictionaries d`, its lock `l` unless the lease has passed, and the holder `h`. */
export const besideDictionary = sql`
  left join dictionary_locks l on l.organization_id = d.organization_id
    and l.dictionary_id = d.dictionary_id and l.lease_expires_at > clock_timestamp()
  left join users h on h.user_id = l.locked_by`;

const isKey = (table: "d" | "l", { organizationId, dictionaryId }: DictionaryKey) => sql`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.dictionary_id`)} = ${dictionaryId}`;

/**
 * Keeps a dictionary from other writers and its lock from changing hands until the end of the
 * transaction; false for an unknown one. What is read after it is of the time when the wait ended.
 */
export async function holdDictionary(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionaries d where ${isKey("d", key)} for no key update`.execute(trx);
  return rows.length > 0;
}

/** Waits for an extension of the lease or a sweep that is under way, and keeps off further ones. */
export async function holdLock(trx: Transaction<Tables>, key: DictionaryKey): Promise<void> {
  await sql`select 1 from dictionary_locks l where ${isKey("l", key)} for update`.execute(trx);
}

/** The lock of a dictionary as it is at this moment; undefined for an unknown dictionary. */
export async function findLock(
  db: Kysely<Tables>,
  key: DictionaryKey,
  token?: LockTokenHash,
): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    select ${holderColumns}, coalesce(l.token_hash = ${token ?? null}::bytea, false) as is_token
    from dictionaries d ${besideDictionary} where ${isKey("d", key)}`.execute(db);
  return rows[0];
}

/**
 * Gives the lock to a user's tab for a lease from now on, whoever had it. Its two times are exactly
 * a lease apart, by which the tab knows how often to extend it.
 */
export async function giveLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { userId, token, leaseSeconds }: TokenHolder & Lease,
): Promise<Holder> {
  const { rows } = await sql<Holder>`
    with given as (
      insert into dictionary_locks as l
        (organization_id, dictionary_id, locked_by, locked_at, lease_expires_at, token_hash)
      select ${organizationId}::bigint, ${dictionaryId}::bigint, ${userId}, at,
        at + make_interval(secs => ${leaseSeconds}), ${token}::bytea
      from (select clock_timestamp() as at) clock
      on conflict (organization_id, dictionary_id) do update set
        locked_by = excluded.locked_by,
        locked_at = excluded.locked_at,
        lease_expires_at = excluded.lease_expires_at,
        token_hash = excluded.token_hash
      returning *
    )
    select ${holderColumns} from given l join users h on h.user_id = l.locked_by`.execute(trx);
  const [given] = rows;
  if (!given) throw new Error("a lock that was written is not there");
  return given;
}

/**
 * Extends the lease from now on; undefined where the token's lock is not alive any more. One
 * statement: should the row change hands while it waits for it, PostgreSQL looks at the conditions
 * anew.
 */
export async function extendLease(
  db: Kysely<Tables>,
  key: DictionaryKey,
  { userId, token, leaseSeconds }: TokenHolder & Lease,
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    update dictionary_locks l
    set lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from users h
    where ${isKey("l", key)} and l.locked_by = ${userId} and l.token_hash = ${token}
      and l.lease_expires_at > clock_timestamp() and h.user_id = l.locked_by
    returning ${holderColumns}`.execute(db);
  return rows[0];
}

/** Ends the lock that a token holds; false where it holds none. */
export async function deleteLockOf(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { userId, token }: TokenHolder,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from dictionary_locks l
    where ${isKey("l", key)} and l.locked_by = ${userId} and l.token_hash = ${token}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Ends whatever lock there is; its token, and whether its lease had not yet passed. */
export async function deleteLock(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<{ token_hash: LockTokenHash; is_live: boolean } | undefined> {
  const { rows } = await sql<{ token_hash: LockTokenHash; is_live: boolean }>`
    delete from dictionary_locks l where ${isKey("l", key)}
    returning l.token_hash, l.lease_expires_at > clock_timestamp() as is_live`.execute(trx);
  return rows[0];
}
