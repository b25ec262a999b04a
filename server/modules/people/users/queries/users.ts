import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import {
  managedRoles,
  type ScimPerson,
  type ScimRoles,
} from "../../../../../domain/scim/stored.ts";
import type { IdentityError, ManagedBy, UserStatus } from "../../../../../domain/users/rules.ts";
import type { User } from "../../../../../domain/users/schemas.ts";
import { userNameColumns } from "../../../../db/listPage.ts";
import type { Tables, UsersTable } from "../../../../db/tables.ts";

export type Scope = "all" | { organizationId: number };

export interface UserRow {
  user_id: string;
  organization_id: number | null;
  organization_name: string | null;
  email: string;
  user_name: string;
  user_name_kana: string | null;
  is_system_admin: boolean;
  is_organization_admin: boolean;
  is_dictionary_admin: boolean;
  status: UserStatus;
  enabled_status: "INVITED" | "ACTIVE" | null;
  identity_pending: boolean;
  mail_pending: boolean;
  /** The end of the newest invitation, which counts while the user is INVITED. */
  invitation_ends_at: Date | null;
  identity_error: IdentityError | null;
  erased_at: Date | null;
  managed_by: ManagedBy | null;
  scim: ScimPerson | null;
  /** Null for system admins. */
  scim_roles: ScimRoles | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export const userColumns = sql`
  u.user_id, u.organization_id, o.organization_name, u.email, u.user_name, u.user_name_kana, u.is_system_admin,
  u.is_organization_admin, u.is_dictionary_admin, u.status, u.enabled_status, u.identity_error,
  exists (select from identity_outbox x where x.user_id = u.user_id) as identity_pending,
  exists (select from identity_outbox x where x.user_id = u.user_id and x.mails is not null)
    as mail_pending,
  (select max(i.ends_at) from invitations i where i.user_id = u.user_id) as invitation_ends_at,
  u.erased_at, u.managed_by, u.scim, o.scim_roles, u.version, u.created_at, u.updated_at`;

export async function findUser(
  db: Kysely<Tables>,
  userId: string,
  scope: Scope = "all",
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns}
    from users u left join organizations o on o.organization_id = u.organization_id
    where u.user_id = ${userId}
      ${scope === "all" ? sql`` : sql`and u.organization_id = ${scope.organizationId}`}`.execute(
    db,
  );
  return rows[0];
}

export async function findWorkspacesOf(
  db: Kysely<Tables>,
  { user_id, organization_id }: Pick<UserRow, "user_id" | "organization_id">,
): Promise<{ workspace_id: number; workspace_name: string }[]> {
  const { rows } = await sql<{ workspace_id: number; workspace_name: string }>`
    select w.workspace_id, w.workspace_name
    from workspace_members m join workspaces w
      on w.organization_id = m.organization_id and w.workspace_id = m.workspace_id
    where m.organization_id = ${organization_id} and m.user_id = ${user_id}
    order by w.workspace_id`.execute(db);
  return rows;
}

/** Always in the same order, so that admins who change each other do not deadlock. */
export async function lockUserAndAdmins(
  trx: Transaction<Tables>,
  { user_id, organization_id }: Pick<UserRow, "user_id" | "organization_id">,
): Promise<UserRow[]> {
  const admins =
    organization_id === null
      ? sql`u.organization_id is null and (u.user_id = ${user_id} or u.is_system_admin)`
      : sql`u.organization_id = ${organization_id} and (u.user_id = ${user_id} or u.is_organization_admin)`;
  const { rows } = await sql<UserRow>`
    select ${userColumns}
    from users u left join organizations o on o.organization_id = u.organization_id
    where ${admins} and (u.user_id = ${user_id} or u.status <> 'DISABLED')
    order by u.user_id for no key update of u`.execute(trx);
  return rows;
}

export async function insertUser(
  trx: Transaction<Tables>,
  user: Insertable<UsersTable>,
): Promise<void> {
  await trx.insertInto("users").values(user).execute();
}

/** Written by one statement, well below the most parameters that one may have. */
const USERS_AT_ONCE = 200;

/** In the order of their addresses, so that two such inserts do not deadlock. */
export async function insertUsers(
  trx: Transaction<Tables>,
  users: readonly Insertable<UsersTable>[],
): Promise<void> {
  const ordered = users.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  for (let from = 0; from < ordered.length; from += USERS_AT_ONCE) {
    await trx
      .insertInto("users")
      .values(ordered.slice(from, from + USERS_AT_ONCE))
      .execute();
  }
}

/** The same as `updateUser` for many, whose rows are locked. */
export async function updateUsers(
  trx: Transaction<Tables>,
  users: readonly UserRow[],
): Promise<void> {
  for (let from = 0; from < users.length; from += USERS_AT_ONCE) {
    const rows = users.slice(from, from + USERS_AT_ONCE).map((row) => ({
      ...row,
      ...userNameColumns(row.user_name, row.user_name_kana, row.email),
    }));
    await sql`
      update users u set user_name = n.user_name, user_name_kana = n.user_name_kana,
        search_key = n.search_key, reading_order = n.reading_order,
        is_system_admin = n.is_system_admin, is_organization_admin = n.is_organization_admin,
        is_dictionary_admin = n.is_dictionary_admin, status = n.status,
        enabled_status = n.enabled_status, managed_by = n.managed_by, scim = n.scim, version = n.version, updated_at = n.updated_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (
        user_id text, user_name text, user_name_kana text, search_key text, reading_order text,
        is_system_admin boolean, is_organization_admin boolean, is_dictionary_admin boolean,
        status text, enabled_status text, managed_by text, scim jsonb, version integer, updated_at timestamptz)
      where u.user_id = n.user_id`.execute(trx);
  }
}

export async function updateUser(trx: Transaction<Tables>, row: UserRow): Promise<void> {
  await trx
    .updateTable("users")
    .set({
      ...userNameColumns(row.user_name, row.user_name_kana, row.email),
      is_system_admin: row.is_system_admin,
      is_organization_admin: row.is_organization_admin,
      is_dictionary_admin: row.is_dictionary_admin,
      status: row.status,
      enabled_status: row.enabled_status,
      version: row.version,
      updated_at: row.updated_at,
    })
    .where("user_id", "=", row.user_id)
    .execute();
}

export async function organizationExists(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom("organizations")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

export function presentUser(row: UserRow): User {
  return {
    userId: row.user_id,
    organizationId: row.organization_id ?? 0,
    organizationName: row.organization_name,
    email: row.email,
    userName: row.user_name,
    userNameKana: row.user_name_kana,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
    status: row.status,
    identityPending: row.identity_pending,
    mailPending: row.mail_pending,
    invitationEndsAt:
      row.status === "INVITED" ? (row.invitation_ends_at?.toISOString() ?? null) : null,
    identityError: row.identity_error,
    managedBy: row.managed_by,
    managedRoles: managedRoles(row.scim_roles ?? {}),
    erasedAt: row.erased_at?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
