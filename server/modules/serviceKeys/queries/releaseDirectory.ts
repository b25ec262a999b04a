import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** Whether an organization has a key for its directory that is not revoked. */
export async function hasDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from service_keys
    where organization_ids = ${[organizationId]}::bigint[] and 'scim' = any(scopes)
      and revoked_at is null
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Gives back to the admins what a directory has ruled; what it has sent stays for the next key. */
export async function releaseDirectory(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await sql`
    update organizations o set scim_roles = (
      select coalesce(jsonb_object_agg(r.key, r.value || '{"released": true}'), '{}')
      from jsonb_each(o.scim_roles) r)
    where o.organization_id = ${organizationId}`.execute(trx);
  await sql`
    update workspaces set managed_by = null
    where organization_id = ${organizationId} and managed_by is not null`.execute(trx);
  // In the order in which changes of users lock them, to avoid deadlocks.
  await sql`
    update users set managed_by = null
    where user_id in (
      select user_id from users
      where organization_id = ${organizationId} and managed_by is not null
      order by user_id for no key update)`.execute(trx);
}
