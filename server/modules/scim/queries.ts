import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { ScimGroup, ScimRole, ScimRoles } from "../../../domain/scim/stored.ts";
import { normalEmail } from "../../../domain/users/emailAddress.ts";
import type { ManagedBy } from "../../../domain/users/rules.ts";
import { readPage } from "../../db/listPage.ts";
import type { Tables } from "../../db/tables.ts";
import { type UserRow, userColumns } from "../people/users/queries/users.ts";
import { booleanOf, type Comparison, comparisonsOf, invalidFilter } from "./parsing/changes.ts";

type Condition = (value: Comparison["value"]) => RawBuilder<SqlBool>;

const hasAddress: Condition = (value) => sql`(
  u.email = ${normalEmail(String(value))}
  or u.scim->'emails' @> ${JSON.stringify([{ value }])}::jsonb)`;

const conditions: Readonly<Record<string, Condition>> = {
  id: (value) => sql`u.user_id = ${String(value)}`,
  username: (value) => sql`u.email = ${normalEmail(String(value))}`,
  externalid: (value) => sql`u.scim->>'externalId' = ${String(value)}`,
  displayname: (value) => sql`coalesce(u.scim->>'displayName', u.user_name) = ${String(value)}`,
  active: (value) => sql`(u.status <> 'DISABLED') = ${booleanOf("active", value)}`,
  emails: hasAddress,
  "emails.value": hasAddress,
  // Whatever was sent, the address with which a person signs in is one of work.
  "emails.type": (value) => sql`${String(value).toLowerCase() === "work"}::boolean`,
};

/** The conditions of a filter over `users u`. Throws 400 invalidFilter. */
export function personConditions(filter: string | undefined): RawBuilder<SqlBool>[] {
  if (filter === undefined) return [];
  return comparisonsOf(filter).map(({ attribute, value }) => {
    const condition = Object.hasOwn(conditions, attribute) ? conditions[attribute] : undefined;
    if (!condition) throw invalidFilter();
    return condition(value);
  });
}

/** Over `users u`: the people of an organization whom its directory sees. */
const seenPeople = (organizationId: number): RawBuilder<SqlBool> => sql`
  u.organization_id = ${organizationId} and u.erased_at is null
  and not coalesce(u.scim ? 'removed', false)`;

const people = sql`users u left join organizations o on o.organization_id = u.organization_id`;

export async function findPerson(
  db: Kysely<Tables>,
  organizationId: number,
  userId: string,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from ${people}
    where ${seenPeople(organizationId)} and u.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** The person whom the directory of this organization has deleted, by the address. */
export async function findRemoved(
  db: Kysely<Tables>,
  organizationId: number,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select u.user_id from users u
    where u.email = ${email} and u.organization_id = ${organizationId} and u.erased_at is null
      and u.scim ? 'removed'`.execute(db);
  return rows[0]?.user_id;
}

export async function findPeopleOf(
  db: Kysely<Tables>,
  organizationId: number,
  conditions: readonly RawBuilder<SqlBool>[],
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const where = sql`where ${sql.join([seenPeople(organizationId), ...conditions], sql` and `)}`;
  const rows = sql<UserRow>`
    select ${userColumns} from ${people} ${where}
    order by u.created_at, u.user_id limit ${count} offset ${startIndex - 1}`;
  return readPage(db, rows, sql`from users u ${where}`);
}

/** Whether people of an organization set a password: not where all sign in by single sign-on. */
export async function hasInvitations(db: Kysely<Tables>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_ways where organization_id = ${organizationId} and required`.execute(db);
  return rows.length === 0;
}

interface WorkspaceGroupRow {
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

/** What is known of the groups of roles; undefined for an unknown organization. */
export function findRoleGroups(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<{ scim_roles: ScimRoles; created_at: Date; updated_at: Date } | undefined> {
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
