import { type Kysely, type QueryResult, sql, type Transaction } from "kysely";
import type { UserStatus } from "../../../../domain/users/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import type { WorkspaceKey } from "./workspaces.ts";

export interface MemberRow {
  user_id: string;
  user_name: string;
  user_name_kana: string | null;
  email: string;
  status: UserStatus;
}

export async function findMembers(
  db: Kysely<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.user_id, u.user_name, u.user_name_kana, u.email, u.status
    from workspace_members m join users u on u.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.workspace_id = ${workspaceId}
    order by u.order_key, u.user_id`.execute(db);
  return rows;
}

export async function countUsers(
  db: Kysely<Tables>,
  organizationId: number,
  userIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count(*) as known from users
    where organization_id = ${organizationId} and user_id = any(${userIds}::text[])`.execute(db);
  return rows[0]?.known ?? 0;
}

/** Replaces the members of a workspace; true if that changed anything. */
export async function writeMembers(
  trx: Transaction<Tables>,
  key: WorkspaceKey,
  userIds: readonly string[],
): Promise<boolean> {
  const { organizationId, workspaceId } = key;
  const removed = await sql`
    delete from workspace_members
    where organization_id = ${organizationId} and workspace_id = ${workspaceId}
      and user_id <> all(${userIds}::text[])`.execute(trx);
  const added = await addMembers(trx, key, userIds);
  return (removed.numAffectedRows ?? 0n) > 0n || added.rows.length > 0;
}

/** Adds users who may be members already; returns those who were none. */
export function addMembers(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
  userIds: readonly string[],
): Promise<QueryResult<unknown>> {
  return sql`
    insert into workspace_members (organization_id, workspace_id, user_id)
    select ${organizationId}::bigint, ${workspaceId}::bigint, unnest(${userIds}::text[])
    on conflict (organization_id, workspace_id, user_id) do nothing
    returning user_id`.execute(trx);
}

export async function removeMembers(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from workspace_members
    where organization_id = ${organizationId} and workspace_id = ${workspaceId}
      and user_id = any(${userIds}::text[])`.execute(trx);
}
