import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { managedRoles, type ScimRole, type ScimRoles } from "../../../../../domain/scim/stored.ts";
import { OF_SYSTEM } from "../../../../../domain/users/edit.ts";
import type { Tables } from "../../../../db/tables.ts";
import { type UserRow, userColumns } from "./users.ts";

export interface PersonRow extends UserRow {
  workspace_ids: number[];
}

/** The users that `which` selects, with the workspaces that each has in their own organization. */
async function peopleBy(db: Kysely<Tables>, which: RawBuilder<unknown>): Promise<PersonRow[]> {
  const { rows: users } = await sql<UserRow>`
    select ${userColumns}
    from users u left join organizations o on o.organization_id = u.organization_id
    ${which}`.execute(db);
  const organizationIds = new Set(users.flatMap(({ organization_id }) => organization_id ?? []));
  const { rows: members } = await sql<{ member: string; workspace_ids: number[] }>`
    select m.organization_id || ' ' || m.user_id as member,
      array_agg(m.workspace_id order by m.workspace_id) as workspace_ids
    from workspace_members m
    where m.organization_id = any(${[...organizationIds]}::bigint[])
      and m.user_id = any(${users.map(({ user_id }) => user_id)}::text[])
    group by m.organization_id, m.user_id`.execute(db);
  const workspaces = new Map(members.map((row) => [row.member, row.workspace_ids]));
  return users.map((user) => ({
    ...user,
    workspace_ids: workspaces.get(`${user.organization_id} ${user.user_id}`) ?? [],
  }));
}

export function findPeople(db: Kysely<Tables>, emails: readonly string[]): Promise<PersonRow[]> {
  return peopleBy(db, sql`where u.email = any(${emails}::text[])`);
}

export function findPeopleById(
  db: Kysely<Tables>,
  userIds: readonly string[],
): Promise<PersonRow[]> {
  return peopleBy(db, sql`where u.user_id = any(${userIds}::text[]) order by u.user_id`);
}

export interface MissingQuery {
  organizationIds: readonly number[];
  /** The addresses of the file. */
  emails: readonly string[];
  actorId: string;
}

const missing = ({ organizationIds, emails, actorId }: MissingQuery) => sql`
  u.organization_id = any(${organizationIds}::bigint[]) and u.status <> 'DISABLED'
  and u.managed_by is null and u.user_id <> ${actorId} and u.email <> all(${emails}::text[])`;

/**
 * Enabled people of these organizations who are not in the file, up to `most` of them; without those
 * whom a directory enables and disables.
 */
export async function findMissing(
  db: Kysely<Tables>,
  query: MissingQuery,
  most: number,
): Promise<{ rows: PersonRow[]; total: number }> {
  const rows = await peopleBy(
    db,
    sql`where ${missing(query)} order by u.order_key, u.user_id limit ${most}`,
  );
  if (rows.length < most) return { rows, total: rows.length };
  const counted = await sql<{ total: number }>`
    select count(*) as total from users u where ${missing(query)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Locks the people whom an import may change and the admins of their organizations, in the order of
 * `lockUserAndAdmins`.
 */
export async function lockPeople(
  trx: Transaction<Tables>,
  { organizationIds, emails, actorId, disables }: MissingQuery & { disables: boolean },
): Promise<void> {
  const others = disables ? missing({ organizationIds, emails, actorId }) : sql`false`;
  await sql`
    select 1 from users u where u.user_id in (
      select u.user_id from users u where u.email = any(${emails}::text[])
      union
      select u.user_id from users u where u.organization_id = any(${organizationIds}::bigint[])
        and u.status <> 'DISABLED' and (u.is_organization_admin or ${others}))
    order by u.user_id for no key update`.execute(trx);
}

/**
 * Locks these users and the admins of their organizations, likewise; with a system admin among them
 * all system admins.
 */
export async function lockUsersAndAdmins(
  trx: Transaction<Tables>,
  userIds: readonly string[],
): Promise<void> {
  const ids = sql`any(${userIds}::text[])`;
  await sql`
    select 1 from users u where u.user_id in (
      select u.user_id from users u where u.user_id = ${ids}
      union
      select a.user_id from users a where a.is_organization_admin and a.status <> 'DISABLED'
        and a.organization_id in (select u.organization_id from users u where u.user_id = ${ids})
      union
      select a.user_id from users a
      where a.organization_id is null and a.is_system_admin and a.status <> 'DISABLED'
        and exists (select from users u where u.user_id = ${ids} and u.organization_id is null))
    order by u.user_id for no key update`.execute(trx);
}

export interface AdminRow {
  user_id: string;
  /** Null for system admins. */
  organization_id: number | null;
}

/** The enabled admins of these organizations; the system admins if OF_SYSTEM is among them. */
export async function findAdmins(
  db: Kysely<Tables>,
  organizationIds: readonly number[],
): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    select u.user_id, u.organization_id from users u
    where u.organization_id = any(${organizationIds}::bigint[]) and u.is_organization_admin
      and u.status <> 'DISABLED'
    union all
    select u.user_id, u.organization_id from users u
    where ${organizationIds.includes(OF_SYSTEM)}::boolean and u.organization_id is null
      and u.is_system_admin and u.status <> 'DISABLED'`.execute(db);
  return rows;
}

export async function findOrganizations(
  db: Kysely<Tables>,
  numbers: readonly string[],
): Promise<{ organization_id: number; organization_no: string }[]> {
  return db
    .selectFrom("organizations")
    .select(["organization_id", "organization_no"])
    .where("organization_no", "in", numbers.length > 0 ? numbers : [""])
    .execute();
}

/** What directories rule in these organizations beside people. */
export async function findManaged(
  db: Kysely<Tables>,
  organizationIds: readonly number[],
): Promise<{ roles: Map<number, ScimRole[]>; workspaces: Set<number> }> {
  const ids = sql`any(${organizationIds}::bigint[])`;
  const organizations = await sql<{ organization_id: number; scim_roles: ScimRoles }>`
    select o.organization_id, o.scim_roles from organizations o
    where o.organization_id = ${ids}`.execute(db);
  const workspaces = await sql<{ workspace_id: number }>`
    select w.workspace_id from workspaces w
    where w.organization_id = ${ids} and w.managed_by is not null`.execute(db);
  return {
    roles: new Map(
      organizations.rows.map((row) => [row.organization_id, managedRoles(row.scim_roles)]),
    ),
    workspaces: new Set(workspaces.rows.map(({ workspace_id }) => workspace_id)),
  };
}

export interface WorkspaceRow {
  organization_id: number;
  workspace_id: number;
  workspace_name: string;
}

/** The workspaces of an organization that have one of the keys of names (seenKey) or ids. */
export async function findWorkspaces(
  db: Kysely<Tables>,
  organizationId: number,
  { keys = [], ids = [] }: { keys?: readonly string[]; ids?: readonly number[] },
): Promise<WorkspaceRow[]> {
  const { rows } = await sql<WorkspaceRow>`
    select w.organization_id, w.workspace_id, w.workspace_name from workspaces w
    where w.organization_id = ${organizationId}
      and (seen_key(w.workspace_name) = any(${keys}::text[]) or w.workspace_id = any(${ids}::bigint[]))`.execute(
    db,
  );
  return rows;
}
