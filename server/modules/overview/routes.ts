import { type Kysely, sql } from "kysely";
import { overviewEndpoints } from "../../../domain/api/overview.ts";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { DictionaryCategory } from "../../../domain/dictionaries/rules.ts";
import { MOST_SHOWN, type OrganizationOverview } from "../../../domain/organizations/overview.ts";
import type { Page } from "../../../domain/paging.ts";
import type { UserStatus } from "../../../domain/users/rules.ts";
import type { Workspace } from "../../../domain/workspaces/schemas.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { implement } from "../../implement.ts";
import { notFound } from "../../problem.ts";
import { listAlerts } from "../alerts/service/readAlerts.ts";
import { isCounted } from "../organizations/queries.ts";
import { organizationExists } from "../people/users/queries/users.ts";
import { listWorkspaces } from "../workspaces/service.ts";

// Each reads the rows of one organization by an index that begins with it.

/** How many there are, in each of the first rows. */
interface Counted {
  total: number;
}

interface PersonRow extends Counted {
  user_id: string;
  user_name: string;
  email: string;
  is_organization_admin: boolean;
  is_dictionary_admin: boolean;
  status: UserStatus;
}

/** Organization admins first, disabled people last. */
async function findPeople(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.user_id, u.user_name, u.email, u.is_organization_admin, u.is_dictionary_admin,
      u.status, count(*) over () as total
    from users u where u.organization_id = ${organizationId} and ${isCounted}
    order by u.status = 'DISABLED', u.is_organization_admin desc, u.is_dictionary_admin desc,
      u.order_key, u.user_id
    limit ${most}`.execute(db);
  return rows;
}

interface NamedWorkspaceRow extends Counted {
  workspace_id: number;
  workspace_name: string;
  member_count: number;
}

async function findWorkspaces(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<NamedWorkspaceRow[]> {
  const { rows } = await sql<NamedWorkspaceRow>`
    select w.workspace_id, w.workspace_name, w.total,
      (select count(*) from workspace_members m
        where m.organization_id = ${organizationId} and m.workspace_id = w.workspace_id)
        as member_count
    from (
      select workspace_id, workspace_name, name_key, count(*) over () as total
      from workspaces where organization_id = ${organizationId}
      order by name_key, workspace_id limit ${most}
    ) w
    order by w.name_key, w.workspace_id`.execute(db);
  return rows;
}

interface NamedDictionaryRow extends Counted {
  dictionary_id: number;
  dictionary_name: string;
  category: DictionaryCategory;
  entry_count: number;
  /** The entries of all dictionaries. */
  entries: number;
}

/** The largest first. */
async function findDictionaries(
  db: Kysely<Tables>,
  organizationId: number,
  most: number,
): Promise<NamedDictionaryRow[]> {
  const { rows } = await sql<NamedDictionaryRow>`
    select d.dictionary_id, d.dictionary_name, d.category, d.entry_count,
      count(*) over () as total, (sum(d.entry_count) over ())::bigint as entries
    from dictionaries d where d.organization_id = ${organizationId}
    order by d.entry_count desc, d.name_key, d.dictionary_id
    limit ${most}`.execute(db);
  return rows;
}

/** What an organization has beside its contracts, of each kind the first few; throws 404. */
async function readOverview(
  deps: Pick<Deps, "db" | "now">,
  userId: string,
  organizationId: number,
): Promise<OrganizationOverview> {
  const { db } = deps;
  if (!(await organizationExists(db, organizationId))) throw notFound();
  const [people, workspaces, dictionaries, alerts] = await Promise.all([
    findPeople(db, organizationId, MOST_SHOWN),
    findWorkspaces(db, organizationId, MOST_SHOWN),
    findDictionaries(db, organizationId, MOST_SHOWN),
    listAlerts(
      deps,
      { userId, scope: "all" },
      { page: 0, size: MOST_SHOWN, sort: { field: "raisedAt", direction: "desc" } },
      { organizationId, open: "true" },
    ),
  ]);
  return {
    people: {
      content: people.map((row) => ({
        userId: row.user_id,
        userName: row.user_name,
        email: row.email,
        isSystemAdmin: false,
        isOrganizationAdmin: row.is_organization_admin,
        isDictionaryAdmin: row.is_dictionary_admin,
        status: row.status,
      })),
      total: people[0]?.total ?? 0,
    },
    workspaces: {
      content: workspaces.map((row) => ({
        workspaceId: row.workspace_id,
        workspaceName: row.workspace_name,
        memberCount: row.member_count,
      })),
      total: workspaces[0]?.total ?? 0,
    },
    dictionaries: {
      content: dictionaries.map((row) => ({
        dictionaryId: row.dictionary_id,
        dictionaryName: row.dictionary_name,
        category: row.category,
        entryCount: row.entry_count,
      })),
      total: dictionaries[0]?.total ?? 0,
    },
    entryCount: dictionaries[0]?.entries ?? 0,
    alerts: { content: alerts.content, total: alerts.totalElements },
  };
}

/** A page of the workspaces of an organization; throws 404. */
async function listWorkspacesOf(
  deps: Pick<Deps, "db">,
  { organizationId, userId }: { organizationId: number; userId: string },
  query: ListQuery<"workspaceName">,
): Promise<Page<Workspace>> {
  if (!(await organizationExists(deps.db, organizationId))) throw notFound();
  return listWorkspaces(deps, { organizationId, userId, isOrganizationAdmin: true }, query, {});
}

export const overviewRoutes: AreaRoutes = (app, deps) =>
  implement(app, overviewEndpoints, {
    "GET /organizations/{id}/overview": ({ user, params }) =>
      readOverview(deps, user.userId, params.id),
    "GET /organizations/{id}/workspaces": ({ user, params, query }) =>
      listWorkspacesOf(deps, { organizationId: params.id, userId: user.userId }, query),
  });
