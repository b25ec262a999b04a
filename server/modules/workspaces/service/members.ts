import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { WorkspaceMembers } from "../../../../domain/workspaces/schemas.ts";
import type { Deps } from "../../../context.ts";
import { validationFailed } from "../../../problem.ts";
import { presentMember } from "../present.ts";
import { countUsers, findMembers, writeMembers } from "../queries/members.ts";
import type { Viewer } from "../queries/visibleTo.ts";
import { changeWorkspace, type WorkspaceTarget } from "./changeWorkspace.ts";
import { readWorkspace } from "./workspaces.ts";

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
  const members = await findMembers(deps.db, workspace);
  return { version: workspace.version, members: members.map(presentMember) };
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
      return (await writeMembers(trx, current, wanted)) ? {} : undefined;
    });
    const members = await findMembers(trx, workspace);
    return { version: workspace.version, members: members.map(presentMember) };
  });
}
