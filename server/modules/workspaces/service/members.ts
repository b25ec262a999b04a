import type { Kysely } from "kysely";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { WorkspaceMember, WorkspaceMembers } from "../../../../domain/workspaces/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { validationFailed } from "../../../problem.ts";
import { presentMember } from "../present.ts";
import { countUsers, findMembers, writeMembers } from "../queries/members.ts";
import type { Viewer, WorkspaceKey } from "../queries/workspaces.ts";
import { changeWorkspace, readWorkspace, type WorkspaceTarget } from "./workspaces.ts";

export interface VersionedMembers extends WorkspaceMembers {
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
