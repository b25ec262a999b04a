import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

const DIRECTORIES = 7_402_032;

/**
 * Locks the directory of an organization until the end of the transaction: `shared` for its writes,
 * which then do not overlap with its release. It comes before all rows, so that whoever waits for it
 * has locked nothing that a write of the directory needs.
 */
export async function lockDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const key = sql`${DIRECTORIES}::int, hashtext(${String(organizationId)})`;
  const lock = shared ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(${key})`.execute(trx);
}

/** Over `service_keys`: neither revoked nor ended. One that is held after a restore may come back. */
const isActive = (at: Date): RawBuilder<SqlBool> => sql`
  revoked_at is null and (ends_at is null or ends_at > ${at}::timestamptz)`;

/** Whether an organization has a key for its directory that is neither revoked nor ended. */
export async function hasDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from service_keys
    where organization_ids = ${[organizationId]}::bigint[] and 'scim' = any(scopes)
      and ${isActive(at)}
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** The organizations whose last key for a directory is revoked or has ended. */
export async function findEndedDirectories(db: Kysely<Tables>, at: Date): Promise<number[]> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_ids[1] as organization_id from service_keys
    where 'scim' = any(scopes)
    group by organization_ids[1] having not bool_or(${isActive(at)})
    order by 1`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/**
 * Gives back to the admins what a directory has ruled; what it has sent stays for the next key.
 * Whether it ruled anything.
 */
export async function releaseDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<boolean> {
  const roles = await sql`
    update organizations o set scim_roles = (
      select coalesce(jsonb_object_agg(r.key, r.value || '{"released": true}'), '{}')
      from jsonb_each(o.scim_roles) r)
    where o.organization_id = ${organizationId} and exists (
      select from jsonb_each(o.scim_roles) r where not r.value ? 'released')`.execute(trx);
  // In the order in which changes of workspaces and users lock them, to avoid deadlocks.
  await sql`
    select from workspaces where organization_id = ${organizationId} and managed_by is not null
    order by workspace_id for no key update`.execute(trx);
  const workspaces = await sql`
    update workspaces set managed_by = null
    where organization_id = ${organizationId} and managed_by is not null`.execute(trx);
  const users = await sql`
    update users set managed_by = null
    where user_id in (
      select user_id from users
      where organization_id = ${organizationId} and managed_by is not null
      order by user_id for no key update)`.execute(trx);
  return [roles, workspaces, users].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}
