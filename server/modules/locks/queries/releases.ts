import { type Kysely, sql, type Transaction } from "kysely";
import type { LockRelease } from "../../../../domain/dictionaries/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import type { LockTokenHash } from "../../../plugins/preconditions.ts";
import type { DictionaryKey } from "./locks.ts";

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
