import { type Kysely, sql, type Transaction } from "kysely";
import type { ScimGroup, ScimRole, ScimRoles } from "../../../../domain/scim/stored.ts";
import type { ManagedBy } from "../../../../domain/users/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { seenPeople } from "./people.ts";

export interface WorkspaceGroupRow {
  workspace_id: number;
  workspace_name: string;
  managed_by: ManagedBy | null;
  scim: ScimGroup | null;
  created_at: Date;
  updated_at: Date;
}

/** All workspaces of an organization, or one of them; those that the directory has deleted, too. */
export async function findWorkspaceGroups(
  db: Kysely<Tables>,
  organizationId: number,
  workspaceId?: number,
): Promise<WorkspaceGroupRow[]> {
  const { rows } = await sql<WorkspaceGroupRow>`
    select w.workspace_id, w.workspace_name, w.managed_by, w.scim, w.created_at, w.updated_at
    from workspaces w
    where w.organization_id = ${organizationId}
      ${workspaceId === undefined ? sql`` : sql`and w.workspace_id = ${workspaceId}`}
    order by w.workspace_id`.execute(db);
  return rows;
}

export async function updateWorkspaceGroup(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: { organizationId: number; workspaceId: number },
  { managedBy, scim }: { managedBy: ManagedBy | null; scim: ScimGroup },
): Promise<void> {
  await trx
    .updateTable("workspaces")
    .set({ managed_by: managedBy, scim: JSON.stringify(scim) })
    .where("organization_id", "=", organizationId)
    .where("workspace_id", "=", workspaceId)
    .execute();
}

export interface OrganizationGroupsRow {
  scim_roles: ScimRoles;
  created_at: Date;
  updated_at: Date;
}

/** What is known of the groups of roles; undefined for an unknown organization. */
export function findRoleGroups(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<OrganizationGroupsRow | undefined> {
  return db
    .selectFrom("organizations")
    .select(["scim_roles", "created_at", "updated_at"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
}

export async function updateRoleGroups(
  trx: Transaction<Tables>,
  organizationId: number,
  roles: ScimRoles,
): Promise<void> {
  await trx
    .updateTable("organizations")
    .set({ scim_roles: JSON.stringify(roles) })
    .where("organization_id", "=", organizationId)
    .execute();
}

export interface GroupMemberRow {
  user_id: string;
  user_name: string;
}

/** The members of workspaces whom the directory sees. */
export async function findGroupMembers(
  db: Kysely<Tables>,
  organizationId: number,
  workspaceIds: readonly number[],
): Promise<(GroupMemberRow & { workspace_id: number })[]> {
  const { rows } = await sql<GroupMemberRow & { workspace_id: number }>`
    select m.workspace_id, u.user_id, u.user_name
    from workspace_members m join users u on u.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.workspace_id = any(${workspaceIds}::bigint[])
      and ${seenPeople(organizationId)}
    order by u.created_at, u.user_id`.execute(db);
  return rows;
}

const flags = {
  organizationAdmin: sql`u.is_organization_admin`,
  dictionaryAdmin: sql`u.is_dictionary_admin`,
} as const satisfies Record<ScimRole, unknown>;

/** The people with a role whom the directory sees, disabled ones too. */
export async function findRoleMembers(
  db: Kysely<Tables>,
  organizationId: number,
  role: ScimRole,
): Promise<GroupMemberRow[]> {
  const { rows } = await sql<GroupMemberRow>`
    select u.user_id, u.user_name from users u
    where ${seenPeople(organizationId)} and ${flags[role]}
    order by u.created_at, u.user_id`.execute(db);
  return rows;
}

/** Those of these people whom the directory sees. */
export async function findSeen(
  db: Kysely<Tables>,
  organizationId: number,
  userIds: readonly string[],
): Promise<GroupMemberRow[]> {
  const { rows } = await sql<GroupMemberRow>`
    select u.user_id, u.user_name from users u
    where ${seenPeople(organizationId)} and u.user_id = any(${userIds}::text[])`.execute(db);
  return rows;
}
