import type { Transaction } from "kysely";
import { workspaceKind } from "../../../../domain/api/workspaces.ts";
import type { AuditedRecord } from "../../../../domain/audit/kinds.ts";
import type {
  Workspace,
  WorkspaceCreate,
  WorkspaceMember,
} from "../../../../domain/workspaces/schemas.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { IfMatch } from "../../../plugins/versions.ts";
import { notFound, ruleBroken } from "../../../problem.ts";
import { presentWorkspace } from "../present.ts";
import type { Viewer } from "../queries/visibleTo.ts";
import { findWorkspace, lockWorkspace, updateWorkspace } from "../queries/workspaces.ts";

export interface WorkspaceTarget {
  workspaceId: number;
  viewer: Viewer;
  ifMatch: IfMatch | undefined;
  /** The directory itself may change what it rules. */
  byDirectory?: boolean;
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
  await refuseStale(trx, ifMatch, workspace, { kind: workspaceKind.name, id: workspaceId });
  return workspace;
}

/** The fields to set, and the members who were removed and added. */
type WorkspaceChange = Partial<WorkspaceCreate> &
  Partial<Record<"removed" | "added", readonly NamedMember[]>>;
type NamedMember = Pick<WorkspaceMember, "userId" | "userName">;

/**
 * Changes a workspace. `change` returns the fields to set (none if only members change), or
 * undefined to keep the version. Throws 404, 412 with the current record, 409 NAME_EXISTS, 422
 * MANAGED_BY_DIRECTORY, and whatever `change` throws.
 */
export async function changeWorkspace(
  { trx, at }: { trx: Transaction<Tables>; at: Date },
  target: WorkspaceTarget,
  change: (current: Workspace) => Promise<WorkspaceChange | undefined>,
): Promise<Workspace> {
  const current = await lockedWorkspace(trx, target);
  const wanted = await change(current);
  if (!wanted) return current;
  refuseManaged(current, target);
  const { removed = [], added = [], ...fields } = wanted;
  const changed = presentWorkspace(await updateWorkspace(trx, { ...current, ...fields }, at));
  await publishWorkspace(trx, {
    before: { ...current, members: removed.map(named) },
    after: { ...changed, members: added.map(named) },
  });
  return changed;
}

/** Throws 422 MANAGED_BY_DIRECTORY, but not for the directory. */
export function refuseManaged(
  { managedBy }: Workspace,
  { byDirectory = false }: Pick<WorkspaceTarget, "byDirectory">,
): void {
  if (managedBy && !byDirectory) throw ruleBroken("MANAGED_BY_DIRECTORY");
}

function named({ userId, userName }: NamedMember) {
  return { userId, userName };
}

/** Publishes and logs a workspace; of its members only those that were removed and added. */
export function publishWorkspace(
  trx: Transaction<Tables>,
  { before, after }: Record<"before" | "after", AuditedRecord<typeof workspaceKind.schema> | null>,
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a workspace is published that is neither old nor new");
  const { organizationId, workspaceId: id, workspaceName: name } = known;
  return publishChange(trx, { kind: workspaceKind, organizationId, id, name, before, after });
}
