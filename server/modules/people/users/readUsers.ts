import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { User, UserWorkspaces } from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { presentUser } from "./present.ts";
import { findUsers, type UserFilters, type UserSort } from "./queries/userList.ts";
import { findUser, findWorkspacesOf, type Scope } from "./queries/users.ts";

/** A page of the matching users. */
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
