import type { Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import type {
  Workspace,
  WorkspaceCreate,
  WorkspaceUpdate,
} from "../../../../domain/workspaces/schemas.ts";
import { workspaceHasDictionaries } from "../../../../domain/workspaces/sentences.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import { lockOrganization } from "../../organizations/queries.ts";
import { presentWorkspace } from "../present.ts";
import type { Viewer } from "../queries/visibleTo.ts";
import {
  deleteWorkspace,
  findDictionaryNames,
  findWorkspace,
  findWorkspaces,
  hasOtherWorkspace,
  insertWorkspace,
  type WorkspaceSort,
} from "../queries/workspaces.ts";
import {
  changeWorkspace,
  lockedWorkspace,
  publishWorkspace,
  refuseManaged,
  type WorkspaceTarget,
} from "./changeWorkspace.ts";

type WriteDeps = Pick<Deps, "db" | "now">;

/** A page of the user's workspaces. */
export async function listWorkspaces(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  query: ListQuery<WorkspaceSort>,
  filters: { q?: string | undefined },
): Promise<Page<Workspace>> {
  const { rows, total } = await findWorkspaces(db, viewer, query, filters);
  return pageAnswer(query, { content: rows.map(presentWorkspace), total });
}

/** One of the user's workspaces; throws 404 for unknown ones and others' alike. */
export async function readWorkspace(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  workspaceId: number,
): Promise<Workspace> {
  const row = await findWorkspace(db, viewer, workspaceId);
  if (!row) throw notFound();
  return presentWorkspace(row);
}

/** Creates a workspace without members. Throws 409 NAME_EXISTS. */
export function createWorkspace(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { organizationId }: Viewer,
  { workspaceName }: WorkspaceCreate,
): Promise<Workspace> {
  return transact(async (trx) => {
    const row = await insertWorkspace(trx, { organizationId, workspaceName, at: now() });
    const workspace = presentWorkspace(row);
    await publishWorkspace(trx, { before: null, after: workspace });
    return workspace;
  });
}

/** Renames a workspace. Throws 404, 409 NAME_EXISTS, 412 with the current record. */
export function renameWorkspace(
  { db, now }: WriteDeps,
  target: WorkspaceTarget,
  { workspaceName }: WorkspaceUpdate,
): Promise<Workspace> {
  return db
    .transaction()
    .execute((trx) =>
      changeWorkspace({ trx, at: now() }, target, async (current) =>
        workspaceName === undefined || workspaceName === current.workspaceName
          ? undefined
          : { workspaceName },
      ),
    );
}

/** Deletes a workspace and returns it. Throws 404, 412, 422 LAST_WORKSPACE, MANAGED_BY_DIRECTORY, WORKSPACE_HAS_DICTIONARIES. */
export function removeWorkspace(
  { db }: Pick<Deps, "db">,
  target: WorkspaceTarget,
): Promise<Workspace> {
  return db.transaction().execute(async (trx) => {
    // One deletion at a time, so that two concurrent ones cannot delete the last two.
    await lockOrganization(trx, target.viewer.organizationId);
    const workspace = await lockedWorkspace(trx, target);
    refuseManaged(workspace, target);
    if (!(await hasOtherWorkspace(trx, workspace))) throw ruleBroken("LAST_WORKSPACE");
    await refuseWithDictionaries(trx, workspace);
    await deleteWorkspace(trx, workspace);
    await publishWorkspace(trx, { before: workspace, after: null });
    return workspace;
  });
}

/**
 * A dictionary that is used for this workspace alone would be used for all without it. Adding a
 * workspace to a dictionary locks the organization, too.
 */
async function refuseWithDictionaries(
  trx: Transaction<Tables>,
  workspace: Workspace,
): Promise<void> {
  const names = await findDictionaryNames(trx, workspace);
  if (names.length === 0) return;
  const message = workspaceHasDictionaries(names);
  throw ruleBroken("WORKSPACE_HAS_DICTIONARIES", { message });
}
