import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { formatDateTime, tokyoDate, tokyoMidnight } from "../../../../domain/text/dates.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { personHeadings, rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import {
  noOrganizationLabel,
  userFileNames,
  userLabels,
  userStatusLabels,
} from "../../../../domain/users/labels.ts";
import type { UserStatus } from "../../../../domain/users/rules.ts";
import type {
  USER_SORTS,
  User,
  UserRole,
  UserWorkspaces,
} from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import { contains, FEW, idsContaining, limitTo, orderBy, readPage } from "../../../db/listPage.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvColumn, CsvFile } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import {
  findUser,
  findWorkspacesOf,
  presentUser,
  type Scope,
  type UserRow,
  userColumns,
} from "./queries/users.ts";

type UserSort = (typeof USER_SORTS)[number];

interface UserFilters {
  q?: string | undefined;
  organizationId?: number | undefined;
  role?: UserRole | undefined;
  status?: UserStatus | undefined;
  createdBefore?: string | undefined;
}

const sortColumns: Record<UserSort, RawBuilder<unknown>> = {
  userName: sql`u.order_key`,
  email: sql`u.email collate "C"`,
  createdAt: sql`u.created_at`,
  updatedAt: sql`u.updated_at`,
};

const roleConditions: Record<UserRole, RawBuilder<SqlBool>> = {
  systemAdmin: sql`u.is_system_admin`,
  organizationAdmin: sql`u.is_organization_admin`,
  dictionaryAdmin: sql`u.is_dictionary_admin`,
  staff: sql`not (u.is_system_admin or u.is_organization_admin or u.is_dictionary_admin)`,
};

async function findUsers(
  db: Kysely<Tables>,
  { sort, ...page }: ListQuery<UserSort>,
  filters: UserFilters,
): Promise<{ rows: UserRow[]; total: number }> {
  const matching = sql`from users u where ${await conditions(db, filters)}`;
  const order = inOrder(sort);
  const rows = sql<UserRow>`
    select ${userColumns}
    from (select u.user_id ${matching} ${order} ${limitTo(page)}) listed
    join users u on u.user_id = listed.user_id
    left join organizations o on o.organization_id = u.organization_id
    ${order}`;
  return readPage(db, rows, matching);
}

interface ExportedRow extends UserRow {
  organization_no: string | null;
  workspace_names: string[];
}

/** All matching users in the order of the list, with their workspaces. */
function allUsers(filters: UserFilters, sort: Sort<UserSort>): Prepare<ExportedRow> {
  const { organizationId } = filters;
  const isOf =
    organizationId === undefined ? sql`true` : sql`m.organization_id = ${organizationId}`;
  return async (trx) => {
    const where = sql`where ${await conditions(trx, filters)}`;
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from users u ${where}`.execute(trx);
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<ExportedRow>`
        select ${userColumns}, o.organization_no,
          coalesce(m.workspace_names, '{}') as workspace_names
        from users u left join organizations o on o.organization_id = u.organization_id
        left join (
          select m.organization_id, m.user_id,
            array_agg(w.workspace_name order by w.workspace_id) as workspace_names
          from workspace_members m join workspaces w
            on w.organization_id = m.organization_id and w.workspace_id = m.workspace_id
          where ${isOf} group by m.organization_id, m.user_id
        ) m on m.organization_id = u.organization_id and m.user_id = u.user_id
        ${where} ${inOrder(sort)}`,
    };
  };
}

const inOrder = ({ field, direction }: Sort<UserSort>) =>
  orderBy(direction, sortColumns[field], sql`u.user_id`);

async function conditions(
  db: Kysely<Tables>,
  { q = "", organizationId, role, status, createdBefore }: UserFilters,
): Promise<RawBuilder<SqlBool>> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (organizationId !== undefined) all.push(sql`u.organization_id = ${organizationId}`);
  if (role) all.push(roleConditions[role]);
  if (status) all.push(sql`u.status = ${status}`);
  if (createdBefore) all.push(sql`u.created_at < ${tokyoMidnight(createdBefore)}`);
  all.push(await userSearch(db, q, { organizationId }));
  return sql`${sql.join(all, sql` and `)}`;
}

/** A rare term uses the index; a common one, or one within an organization, scans. */
export async function userSearch(
  db: Kysely<Tables>,
  typed: string,
  { organizationId, few = FEW }: { organizationId?: number | undefined; few?: number },
): Promise<RawBuilder<SqlBool>> {
  const key = searchKey(typed);
  if (key === "") return sql`true`;
  const everyOne = contains("u.search_key", key);
  if (organizationId !== undefined) return everyOne;
  const { rows } = await sql<{ ids: string[] }>`
    select ${idsContaining<string>("users", key, few + 1)} as ids`.execute(db);
  const { ids = [] } = rows[0] ?? {};
  return ids.length > few ? everyOne : sql`u.user_id = any(${ids}::text[])`;
}

export async function listUsers(
  { db }: Pick<Deps, "db">,
  query: ListQuery<UserSort>,
  filters: UserFilters,
): Promise<Page<User>> {
  const { rows, total } = await findUsers(db, query, filters);
  return pageAnswer(query, { content: rows.map(presentUser), total });
}

/** One user within a scope; throws 404 for unknown ones and other organizations' alike. */
export async function readUser(
  { db }: Pick<Deps, "db">,
  userId: string,
  scope: Scope,
): Promise<User> {
  const row = await findUser(db, userId, scope);
  if (!row) throw notFound();
  return presentUser(row);
}

/**
 * The workspaces of one user within a scope, by their ids; a system admin has none. Throws 404 as
 * `readUser` does.
 */
export async function readUserWorkspaces(
  { db }: Pick<Deps, "db">,
  userId: string,
  scope: Scope,
): Promise<UserWorkspaces> {
  const row = await findUser(db, userId, scope);
  if (!row) throw notFound();
  const rows = row.organization_id === null ? [] : await findWorkspacesOf(db, row);
  return {
    workspaces: rows.map(({ workspace_id, workspace_name }) => ({
      workspaceId: workspace_id,
      workspaceName: workspace_name,
    })),
  };
}

interface ExportedUser extends User {
  organizationNo: string;
  workspaceNames: readonly string[];
}

type Column = CsvColumn<ExportedUser>;

const column = (field: keyof typeof userLabels, value: Column["value"]): Column => ({
  label: userLabels[field],
  value,
});

const person: readonly Column[] = [
  column("userName", ({ userName }) => userName),
  column("userNameKana", ({ userNameKana }) => userNameKana ?? ""),
  column("email", ({ email }) => email),
];

const organization: readonly Column[] = [
  column("organizationName", ({ organizationName }) => organizationName ?? noOrganizationLabel),
  { label: personHeadings.organizationNo, value: ({ organizationNo }) => organizationNo },
];

const roles = column("roles", rolesCell);

const workspaces: Column = {
  label: personHeadings.workspaces,
  value: ({ workspaceNames }) => workspaceNames.join(SEPARATORS.workspaces),
};

const state: readonly Column[] = [
  column("status", ({ status }) => userStatusLabels[status]),
  column("createdAt", ({ createdAt }) => formatDateTime(createdAt)),
  column("updatedAt", ({ updatedAt }) => formatDateTime(updatedAt)),
];

/**
 * `members` are all of one organization. Each can be imported as it is, but for `colleagues`: what they
 * are in is for admins.
 */
const userCsv = {
  users: [...person, ...organization, roles, workspaces, ...state],
  members: [...person, roles, workspaces, ...state],
  colleagues: [...person, roles, ...state],
} as const;

/**
 * The matching users as a CSV file, as they are now (docs/product/files.md#csv-of-lists). `managed` is
 * for those who may import it again, with the workspaces of each. Throws OVERLOADED while too many
 * files are being downloaded.
 */
export function exportUsers(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: UserFilters & { sort: Sort<UserSort> },
  { list, managed }: { list: keyof typeof userFileNames; managed: boolean },
): Promise<CsvFile> {
  return exports.open({
    title: userFileNames[list],
    asciiTitle: list,
    day: tokyoDate(now()),
    columns: userCsv[managed ? list : "colleagues"],
    prepare: allUsers(filters, sort),
    present: (row) => ({
      ...presentUser(row),
      organizationNo: row.organization_no ?? "",
      workspaceNames: row.workspace_names,
    }),
  });
}
