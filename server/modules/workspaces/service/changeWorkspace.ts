import type { Transaction } from "kysely";
import type { Workspace, WorkspaceCreate } from "../../../../domain/workspaces/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { type IfMatch, refuseStale } from "../../../plugins/versions.ts";
import { notFound } from "../../../problem.ts";
import { presentWorkspace } from "../present.ts";
import type { Viewer } from "../queries/visibleTo.ts";
import {
  findWorkspace,
  lockWorkspace,
  updateWorkspace,
  type WorkspaceKey,
} from "../queries/workspaces.ts";

export interface WorkspaceTarget {
  workspaceId: number;
  viewer: Viewer;
  ifMatch: IfMatch | undefined;
}

/** Locks and returns a workspace. Throws 404, 412 with the current record. */
export async function lockedWorkspace(
  trx: Transaction<Tables>,
  { workspaceId, viewer, ifMatch }: WorkspaceTarget,
): Promise<Workspace> {
  await lockWorkspace(trx, { organizationId: viewer.organizationId, workspaceId });
  const row = await findWorkspace(trx, viewer, workspaceId);
  if (!row) throw notFound();
  const workspace = presentWorkspace(row);
  refuseStale(ifMatch, workspace);
  return workspace;
}

/**
 * Changes a workspace. `change` returns the fields to set (none if only members change), or
 * undefined to keep the version. Throws 404, 412 with the current record, 409 NAME_EXISTS, and
 * whatever `change` throws.
 */
export async function changeWorkspace(
  { trx, at }: { trx: Transaction<Tables>; at: Date },
  target: WorkspaceTarget,
  change: (current: Workspace) => Promise<Partial<WorkspaceCreate> | undefined>,
): Promise<Workspace> {
  const current = await lockedWorkspace(trx, target);
  const changes = await change(current);
  if (!changes) return current;
  const changed = presentWorkspace(await updateWorkspace(trx, { ...current, ...changes }, at));
  await publishWorkspace(trx, changed, "updated");
  return changed;
}

export function publishWorkspace(
  trx: Transaction<Tables>,
  { organizationId, workspaceId }: WorkspaceKey,
  type: "created" | "updated" | "deleted",
): Promise<void> {
  return publishChange(trx, { organizationId, resource: "workspaces", id: workspaceId }, type);
}
