import { type Kysely, sql, type Transaction } from "kysely";
import type { Flags } from "../../../../domain/access.ts";
import type { LockRelease } from "../../../../domain/dictionaries/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { LockTokenHash } from "../../../plugins/preconditions.ts";

export interface DictionaryKey {
  organizationId: number;
  dictionaryId: number;
}

export interface Holder {
  locked_at: Date;
  locked_by: string;
  locked_by_name: string;
  lease_expires_at: Date;
}

export type HolderRow = Holder | { [Column in keyof Holder]: null };

export type LockRow = HolderRow & { is_token: boolean };

export interface TokenHolder {
  userId: string;
  token: LockTokenHash;
}

interface Lease {
  leaseSeconds: number;
}

export const holderColumns = sql`
  l.locked_at, l.locked_by, h.user_name as locked_by_name, l.lease_expires_at`;

/** For `dictionaries d` of an organization: the lock `l` unless expired. */
export const besideDictionary = (organizationId: number) => sql`
  left join (
    select * from dictionary_locks
    where organization_id = ${organizationId} and lease_expires_at > clock_timestamp()
  ) l on l.dictionary_id = d.dictionary_id`;

/** The holder `h` of a lock `l`. */
export const besideLock = sql`left join users h on h.user_id = l.locked_by`;

const isKey = (table: "d" | "l", { organizationId, dictionaryId }: DictionaryKey) => sql`
  ${sql.ref(`${table}.organization_id`)} = ${organizationId}
  and ${sql.ref(`${table}.dictionary_id`)} = ${dictionaryId}`;

/** The rights of an enabled user, locked until the end of the transaction. */
export async function lockRights(
  trx: Transaction<Tables>,
  userId: string,
): Promise<Flags | undefined> {
  const { rows } = await sql<Flags>`
    select is_system_admin as "isSystemAdmin", is_organization_admin as "isOrganizationAdmin",
      is_dictionary_admin as "isDictionaryAdmin"
    from users where user_id = ${userId} and status <> 'DISABLED' for share`.execute(trx);
  return rows[0];
}

/** Locks a dictionary and its lock against changes, and returns its name; undefined if it is missing. */
export async function lockDictionaryRow(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<string | undefined> {
  const { rows } = await sql<{ dictionary_name: string }>`
    select d.dictionary_name from dictionaries d
    where ${isKey("d", key)} for no key update`.execute(trx);
  return rows[0]?.dictionary_name;
}

/**
 * The same, unless another transaction holds it: of several sweeps one acts, and none waits for a
 * write. Returns whether it is held.
 */
export async function lockIdleDictionary(
  trx: Transaction<Tables>,
  key: DictionaryKey,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from dictionaries d
    where ${isKey("d", key)} for no key update skip locked`.execute(trx);
  return rows.length > 0;
}

/** Waits for a running extension or sweep of the lock row and blocks further ones. */
export async function lockRowOfLock(trx: Transaction<Tables>, key: DictionaryKey): Promise<void> {
  await sql`select 1 from dictionary_locks l where ${isKey("l", key)} for update`.execute(trx);
}

export async function findLock(
  db: Kysely<Tables>,
  key: DictionaryKey,
  token?: LockTokenHash,
): Promise<LockRow | undefined> {
  const { rows } = await sql<LockRow>`
    select ${holderColumns}, coalesce(l.token_hash = ${token ?? null}::bytea, false) as is_token
    from dictionaries d ${besideDictionary(key.organizationId)} ${besideLock}
    where ${isKey("d", key)}`.execute(db);
  return rows[0];
}

/** Gives the lock to a tab. The times are one lease apart, which sets the tab's heartbeat. */
export async function giveLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  { userId, token, leaseSeconds }: TokenHolder & Lease,
): Promise<Holder> {
  const { rows } = await sql<Holder>`
    with given as (
      insert into dictionary_locks as l
        (organization_id, dictionary_id, locked_by, locked_at, lease_expires_at, token_hash)
      values (${organizationId}, ${dictionaryId}, ${userId}, statement_timestamp(),
        statement_timestamp() + make_interval(secs => ${leaseSeconds}), ${token}::bytea)
      on conflict (organization_id, dictionary_id) do update set
        locked_by = excluded.locked_by,
        locked_at = excluded.locked_at,
        lease_expires_at = excluded.lease_expires_at,
        token_hash = excluded.token_hash
      returning *
    )
    select ${holderColumns} from given l join users h on h.user_id = l.locked_by`.execute(trx);
  const [given] = rows;
  if (!given) throw new Error("a written lock is missing");
  return given;
}

/**
 * Extends the lease of a token; undefined if it is lost. The caller holds the lock row, so that the
 * statement, whose start is its clock, waits for nobody.
 */
export async function extendLease(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { userId, token, leaseSeconds }: TokenHolder & Lease,
): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    update dictionary_locks l
    set lease_expires_at = statement_timestamp() + make_interval(secs => ${leaseSeconds})
    from users h
    where ${isKey("l", key)} and l.locked_by = ${userId} and l.token_hash = ${token}
      and l.lease_expires_at > statement_timestamp() and h.user_id = l.locked_by
    returning ${holderColumns}`.execute(trx);
  return rows[0];
}

/** Ends the lock of any user and tab, or only that of one; returns whether there was one. */
export async function deleteLock(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { userId, token }: Partial<TokenHolder> = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from dictionary_locks l where ${isKey("l", key)}
      ${userId === undefined ? sql`` : sql`and l.locked_by = ${userId}`}
      ${token === undefined ? sql`` : sql`and l.token_hash = ${token}`}`.execute(trx);
  return numAffectedRows === 1n;
}

/** The dictionaries that a user has locked or asked for, always in the same order. */
export async function findLocksOf(
  trx: Transaction<Tables>,
  { organizationId, userIds }: { organizationId: number; userIds: readonly string[] },
): Promise<(DictionaryKey & { userId: string })[]> {
  const { rows } = await sql<DictionaryKey & { userId: string }>`
    select l.organization_id as "organizationId", l.dictionary_id as "dictionaryId",
      l.locked_by as "userId"
    from dictionary_locks l
    where l.organization_id = ${organizationId} and l.locked_by = any(${userIds}::text[])
    union
    select r.organization_id, r.dictionary_id, r.requested_by
    from dictionary_lock_requests r
    where r.organization_id = ${organizationId} and r.requested_by = any(${userIds}::text[])
    order by 2, 3`.execute(trx);
  return rows;
}

/** Limits the number of changes that one transaction publishes. */
const SWEPT_AT_ONCE = 100;

const hasExpired = sql`l.lease_expires_at <= statement_timestamp()`;

export async function organizationsWithExpiredLocks(db: Kysely<Tables>): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select distinct l.organization_id from dictionary_locks l where ${hasExpired}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/** Deletes expired locks for which nobody waits; the others are handed over. */
export async function deleteExpiredLocks(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<DictionaryKey[]> {
  const isOf = sql`l.organization_id = ${organizationId}`;
  const { rows } = await sql<DictionaryKey>`
    with expired as (
      select l.dictionary_id from dictionary_locks l where ${isOf} and ${hasExpired}
        and not exists (
          select from dictionary_lock_requests r where r.organization_id = l.organization_id
            and r.dictionary_id = l.dictionary_id and r.expires_at > statement_timestamp())
      order by l.lease_expires_at limit ${SWEPT_AT_ONCE} for update skip locked
    )
    delete from dictionary_locks l using expired e
    where ${isOf} and l.dictionary_id = e.dictionary_id
    returning l.organization_id as "organizationId", l.dictionary_id as "dictionaryId"`.execute(
    trx,
  );
  return rows;
}

/** What became of a token: of a lock, or of a request that was refused. */
type Cause = LockRelease["cause"] | "REFUSED";

export interface ReleaseRow {
  cause: Cause;
  released_by: string | null;
  released_by_name: string | null;
  released_at: Date;
  reason: string;
}

export interface NewRelease {
  token: LockTokenHash;
  cause: Cause;
  releasedBy: string | null;
  reason: string;
}

export async function insertRelease(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  release: NewRelease,
): Promise<void> {
  await sql`
    insert into dictionary_lock_releases
      (organization_id, dictionary_id, token_hash, cause, released_by, released_at, reason)
    values (${organizationId}, ${dictionaryId}, ${release.token}, ${release.cause},
      ${release.releasedBy}, clock_timestamp(), ${release.reason})`.execute(trx);
}

/** The release of the lock of any user, or of one, unless it has expired; to be written before it ends. */
export async function insertReleaseOfLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  {
    cause,
    releasedBy,
    reason,
    userId,
  }: Omit<NewRelease, "token"> & { userId?: string | undefined },
): Promise<void> {
  await sql`
    insert into dictionary_lock_releases
      (organization_id, dictionary_id, token_hash, cause, released_by, released_at, reason)
    select l.organization_id, l.dictionary_id, l.token_hash, ${cause}, ${releasedBy},
      statement_timestamp(), ${reason}
    from dictionary_locks l
    where l.organization_id = ${organizationId} and l.dictionary_id = ${dictionaryId}
      and l.lease_expires_at > statement_timestamp()
      ${userId === undefined ? sql`` : sql`and l.locked_by = ${userId}`}`.execute(trx);
}

export async function findRelease(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  token: LockTokenHash,
): Promise<ReleaseRow | undefined> {
  const { rows } = await sql<ReleaseRow>`
    select r.cause, u.user_id as released_by, u.user_name as released_by_name, r.released_at,
      r.reason
    from dictionary_lock_releases r
      left join users u on u.user_id = r.released_by and u.organization_id = r.organization_id
    where r.organization_id = ${organizationId} and r.dictionary_id = ${dictionaryId}
      and r.token_hash = ${token}`.execute(db);
  return rows[0];
}

export async function deleteOldReleases(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from dictionary_lock_releases
    where released_at < statement_timestamp() - interval '1 day'`.execute(db);
}
