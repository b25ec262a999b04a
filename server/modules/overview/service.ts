import type { ListQuery } from "../../../domain/api/parameters.ts";
import { MOST_SHOWN, type OrganizationOverview } from "../../../domain/organizations/overview.ts";
import type { Page } from "../../../domain/paging.ts";
import type { Workspace } from "../../../domain/workspaces/schemas.ts";
import type { Deps } from "../../context.ts";
import { notFound } from "../../problem.ts";
import { listAlerts } from "../alerts/service/readAlerts.ts";
import { organizationExists } from "../people/users/queries/users.ts";
import { listWorkspaces } from "../workspaces/service/workspaces.ts";
import { findDictionaries, findPeople, findWorkspaces } from "./queries.ts";

/** What an organization has beside its contracts, of each kind the first few; throws 404. */
export async function readOverview(
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
export async function listWorkspacesOf(
  deps: Pick<Deps, "db">,
  { organizationId, userId }: { organizationId: number; userId: string },
  query: ListQuery<"workspaceName">,
): Promise<Page<Workspace>> {
  if (!(await organizationExists(deps.db, organizationId))) throw notFound();
  return listWorkspaces(deps, { organizationId, userId, isOrganizationAdmin: true }, query, {});
}
