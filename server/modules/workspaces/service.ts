import type { Kysely, Transaction } from "kysely";
import type { ListQuery } from "../../../domain/api/parameters.ts";
import { workspaceKind } from "../../../domain/api/workspaces.ts";
import type { AuditedRecord } from "../../../domain/audit/kinds.ts";
import type { Page } from "../../../domain/paging.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import type {
  Workspace,
  WorkspaceCreate,
  WorkspaceMember,
  WorkspaceMembers,
  WorkspaceUpdate,
} from "../../../domain/workspaces/schemas.ts";
import { workspaceHasDictionaries } from "../../../domain/workspaces/sentences.ts";
import { refuseStale } from "../../audit/recordEvent.ts";
import type { Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import type { Transact } from "../../db/transact.ts";
import { publishChange } from "../../events/publishChange.ts";
import { pageAnswer } from "../../pageAnswer.ts";
import type { IfMatch } from "../../plugins/preconditions.ts";
import { notFound, ruleBroken, validationFailed } from "../../problem.ts";
import { lockOrganization } from "../organizations/queries.ts";
import {
  countUsers,
  deleteWorkspace,
  findDictionaryNames,
  findMembers,
  findWorkspace,
  findWorkspaces,
  hasOtherWorkspace,
  insertWorkspace,
  lockWorkspace,
  type MemberRow,
  updateWorkspace,
  type Viewer,
  type WorkspaceKey,
  type WorkspaceRow,
  type WorkspaceSort,
  writeMembers,
} from "./queries.ts";

function presentWorkspace(row: WorkspaceRow): Workspace {
  return {
    workspaceId: row.workspace_id,
    organizationId: row.organization_id,
    workspaceName: row.workspace_name,
    memberCount: row.member_count,
    managedBy: row.managed_by,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function presentMember(row: MemberRow): WorkspaceMember {
  return {
    userId: row.user_id,
    userName: row.user_name,
    userNameKana: row.user_name_kana,
    email: row.email,
    status: row.status,
  };
}

type WriteDeps = Pick<Deps, "db" | "now">;

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

interface WorkspaceTarget {
  workspaceId: number;
  viewer: Viewer;
  ifMatch: IfMatch | undefined;
  /** The directory itself may change what it rules. */
  byDirectory?: boolean;
}

/** Locks and returns a workspace. Throws 404, 412 with the current record. */
async function lockedWorkspace(
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
function refuseManaged(
  { managedBy }: Workspace,
  { byDirectory = false }: Pick<WorkspaceTarget, "byDirectory">,
): void {
  if (managedBy && !byDirectory) throw ruleBroken("MANAGED_BY_DIRECTORY");
}

function named({ userId, userName }: NamedMember) {
  return { userId, userName };
}

/** Publishes and logs a workspace; of its members only those that were removed and added. */
function publishWorkspace(
  trx: Transaction<Tables>,
  { before, after }: Record<"before" | "after", AuditedRecord<typeof workspaceKind.schema> | null>,
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a workspace is published that is neither old nor new");
  const { organizationId, workspaceId: id, workspaceName: name } = known;
  return publishChange(trx, { kind: workspaceKind, organizationId, id, name, before, after });
}

interface VersionedMembers extends WorkspaceMembers {
  version: number;
}

/** The members of one of the user's workspaces; throws 404 as readWorkspace does. */
export async function readMembers(
  deps: Pick<Deps, "db">,
  viewer: Viewer,
  workspaceId: number,
): Promise<VersionedMembers> {
  // Read in this order, the version may be older than the members (and rejected), never newer.
  const workspace = await readWorkspace(deps, viewer, workspaceId);
  return { version: workspace.version, members: await presentMembers(deps.db, workspace) };
}

/**
 * Replaces the members of a workspace; disabled users are allowed. Throws 404, 412 with the current
 * workspace, 422 `errors.userIds` for users outside the organization.
 */
export function replaceMembers(
  { db, now }: Pick<Deps, "db" | "now">,
  target: WorkspaceTarget,
  userIds: readonly string[],
): Promise<VersionedMembers> {
  const wanted = [...new Set(userIds)];
  return db.transaction().execute(async (trx) => {
    const workspace = await changeWorkspace({ trx, at: now() }, target, async (current) => {
      const known = await countUsers(trx, current.organizationId, wanted);
      if (known < wanted.length) throw validationFailed({ userIds: fieldSentences.userUnknown });
      const before = await presentMembers(trx, current);
      if (!(await writeMembers(trx, current, wanted))) return undefined;
      const after = await presentMembers(trx, current);
      return { removed: without(before, after), added: without(after, before) };
    });
    return { version: workspace.version, members: await presentMembers(trx, workspace) };
  });
}

async function presentMembers(
  db: Kysely<Tables>,
  workspace: WorkspaceKey,
): Promise<WorkspaceMember[]> {
  return (await findMembers(db, workspace)).map(presentMember);
}

function without(
  members: readonly WorkspaceMember[],
  others: readonly WorkspaceMember[],
): WorkspaceMember[] {
  const known = new Set(others.map(({ userId }) => userId));
  return members.filter(({ userId }) => !known.has(userId));
}
