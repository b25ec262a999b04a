import {
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from "kysely";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import type { ManagedBy, UserStatus } from "../../../domain/users/rules.ts";
import type { WORKSPACE_SORTS, Workspace } from "../../../domain/workspaces/schemas.ts";
import type { Member } from "../../context.ts";
import { contains, limitTo, orderBy, readPage } from "../../db/listPage.ts";
import type { Tables } from "../../db/tables.ts";

export type Viewer = Pick<Member, "organizationId" | "userId" | "isOrganizationAdmin">;

/**
 * Over `workspaces w`: admins see those of the organization, others their own
 * (docs/product/people.md#workspaces).
 */
export function visibleTo(viewer: Viewer): RawBuilder<SqlBool> {
  const own = sql<SqlBool>`w.organization_id = ${viewer.organizationId}`;
  return viewer.isOrganizationAdmin ? own : sql`${own} and ${isMember(viewer)}`;
}

/** The condition over `workspaces w` for those that a user is a member of. */
export function isMember({
  organizationId,
  userId,
}: Pick<Viewer, "organizationId" | "userId">): RawBuilder<boolean> {
  return sql`exists (
    select 1 from workspace_members m
    where m.organization_id = ${organizationId} and m.workspace_id = w.workspace_id
      and m.user_id = ${userId})`;
}

export async function findVisibleIds(db: Kysely<Tables>, viewer: Viewer): Promise<number[]> {
  const { rows } = await sql<{ workspace_id: number }>`
    select w.workspace_id from workspaces w where ${visibleTo(viewer)}`.execute(db);
  return rows.map(({ workspace_id }) => workspace_id);
}

export type WorkspaceSort = (typeof WORKSPACE_SORTS)[number];

/** The most dictionaries that are named where a workspace cannot be deleted. */
const MOST_NAMED = 3;

export interface WorkspaceRow {
  organization_id: number;
  workspace_id: number;
  workspace_name: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  managed_by: ManagedBy | null;
  member_count: number;
}

export type WorkspaceKey = Pick<Workspace, "organizationId" | "workspaceId">;

const stored = sql`
  w.organization_id, w.workspace_id, w.workspace_name, w.version, w.managed_by, w.created_at, w.updated_at`;

const columns = (organizationId: number) => sql`
  ${stored}, (select count(*) from workspace_members m
    where m.organization_id = ${organizationId} and m.workspace_id = w.workspace_id) as member_count`;

const sortColumns: Record<WorkspaceSort, RawBuilder<unknown>> = {
  workspaceId: sql`w.workspace_id`,
  workspaceName: sql`w.name_key`,
  createdAt: sql`w.created_at`,
  updatedAt: sql`w.updated_at`,
};

export async function findWorkspaces(
  db: Kysely<Tables>,
  viewer: Viewer,
  { sort, ...page }: ListQuery<WorkspaceSort>,
  { q = "" }: { q?: string | undefined },
): Promise<{ rows: WorkspaceRow[]; total: number }> {
  const matching = sql`from workspaces w
    where ${visibleTo(viewer)} and ${contains("w.name_key", searchKey(q))}`;
  const order = orderBy(sort.direction, sortColumns[sort.field], sql`w.workspace_id`);
  const rows = sql<WorkspaceRow>`
    select ${columns(viewer.organizationId)} ${matching} ${order} ${limitTo(page)}`;
  return readPage(db, rows, matching);
}

export async function findWorkspace(
  db: Kysely<Tables>,
  viewer: Viewer,
  workspaceId: number,
): Promise<WorkspaceRow | undefined> {
  const { rows } = await sql<WorkspaceRow>`
    select ${columns(viewer.organizationId)} from workspaces w
    where ${visibleTo(viewer)} and w.workspace_id = ${workspaceId}`.execute(db);
  return rows[0];
}

export async function lockWorkspace(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
): Promise<void> {
  await trx
    .selectFrom("workspaces")
    .select("workspace_id")
    .where("organization_id", "=", organizationId)
    .where("workspace_id", "=", workspaceId)
    .forNoKeyUpdate()
    .execute();
}

/** Locks several in one order, to avoid deadlocks. */
export async function lockWorkspaces(
  trx: Transaction<Tables>,
  organizationId: number,
  workspaceIds: readonly number[],
): Promise<void> {
  await sql`
    select 1 from workspaces w
    where w.organization_id = ${organizationId} and w.workspace_id = any(${workspaceIds}::bigint[])
    order by w.workspace_id for no key update`.execute(trx);
}

export async function insertWorkspace(
  trx: Transaction<Tables>,
  {
    organizationId,
    workspaceName,
    at,
  }: { organizationId: number; workspaceName: string; at: Date },
): Promise<WorkspaceRow> {
  const { rows } = await sql<WorkspaceRow>`
    insert into workspaces as w (organization_id, workspace_name, name_key, created_at, updated_at)
    values (${organizationId}, ${workspaceName}, ${searchKey(workspaceName)}, ${at}, ${at})
    returning ${stored}, 0 as member_count`.execute(trx);
  return onlyRow(rows);
}

export async function updateWorkspace(
  trx: Transaction<Tables>,
  { organizationId, workspaceId, workspaceName }: Workspace,
  at: Date,
): Promise<WorkspaceRow> {
  const isKey = sql`w.organization_id = ${organizationId} and w.workspace_id = ${workspaceId}`;
  await sql`
    update workspaces w
    set workspace_name = ${workspaceName}, name_key = ${searchKey(workspaceName)},
      looks_alike = w.looks_alike and w.workspace_name = ${workspaceName},
      version = w.version + 1, updated_at = ${at}
    where ${isKey}`.execute(trx);
  const { rows } = await sql<WorkspaceRow>`
    select ${columns(organizationId)} from workspaces w where ${isKey}`.execute(trx);
  return onlyRow(rows);
}

export async function hasOtherWorkspace(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
): Promise<boolean> {
  const other = await trx
    .selectFrom("workspaces")
    .select("workspace_id")
    .where("organization_id", "=", organizationId)
    .where("workspace_id", "<>", workspaceId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The names of the first dictionaries that are used for a workspace, but not for all. */
export async function findDictionaryNames(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
): Promise<string[]> {
  const { rows } = await sql<{ dictionary_name: string }>`
    select dictionary_name from dictionaries
    where organization_id = ${organizationId} and ${workspaceId} = any(workspace_ids)
    order by dictionary_id limit ${sql.lit(MOST_NAMED)}`.execute(trx);
  return rows.map(({ dictionary_name }) => dictionary_name);
}

export async function deleteWorkspace(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
): Promise<void> {
  // In the order in which changes of users lock them, to avoid deadlocks.
  await sql`
    update users set last_selected_workspace_id = null
    where user_id in (
      select user_id from users
      where organization_id = ${organizationId} and last_selected_workspace_id = ${workspaceId}
      order by user_id for no key update)`.execute(trx);
  await trx
    .deleteFrom("workspaces")
    .where("organization_id", "=", organizationId)
    .where("workspace_id", "=", workspaceId)
    .execute();
}

function onlyRow(rows: WorkspaceRow[]): WorkspaceRow {
  const [row] = rows;
  if (!row) throw new Error("the workspace is missing although it is locked");
  return row;
}

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
