import { isDeepStrictEqual } from "node:util";
import type { ScimGroup } from "../../../../domain/scim/stored.ts";
import { workspace } from "../../../../domain/workspaces/schemas.ts";
import type { WriteTransaction } from "../../../db/transact.ts";
import { fieldErrors } from "../../../plugins/schemas.ts";
import { notFound, validationFailed } from "../../../problem.ts";
import { addMembers, removeMembers } from "../../workspaces/queries/members.ts";
import type { Viewer } from "../../workspaces/queries/visibleTo.ts";
import { changeWorkspace } from "../../workspaces/service/changeWorkspace.ts";
import { createWorkspace } from "../../workspaces/service/workspaces.ts";
import type { GroupWrite } from "../group.ts";
import type { SentGroup } from "../parsing/group.ts";
import {
  findGroupMembers,
  findWorkspaceGroups,
  type GroupMemberRow,
  updateWorkspaceGroup,
} from "../queries/groups.ts";
import { memberChanges } from "./members.ts";

/** The directory sees all workspaces of its organization, as an organization admin does. */
const viewerOf = (organizationId: number): Viewer => ({
  organizationId,
  userId: "",
  isOrganizationAdmin: true,
});

/** Creates a workspace without members. Throws 400, 409 NAME_EXISTS. */
export function createWorkspaceGroup(
  trx: WriteTransaction,
  organizationId: number,
  displayName: string,
  at: Date,
): Promise<{ workspaceId: number }> {
  return createWorkspace(
    { now: () => at, transact: (work) => work(trx) },
    viewerOf(organizationId),
    { workspaceName: nameOf(displayName) },
  );
}

/**
 * Writes the name and the members of a workspace, which is locked before its members are read, so
 * that of several directories or admins at once none undoes what another has done.
 */
export async function writeWorkspaceGroup(
  trx: WriteTransaction,
  {
    organizationId,
    at,
    of: { workspaceId },
    takesAgain,
    removes,
  }: GroupWrite<{ workspaceId: number }>,
  change: (current: SentGroup) => SentGroup,
): Promise<void> {
  const key = { organizationId, workspaceId };
  const viewer = viewerOf(organizationId);
  const target = { workspaceId, viewer, ifMatch: undefined, byDirectory: true };
  await changeWorkspace({ trx, at }, target, async ({ workspaceName, managedBy }) => {
    const [row] = await findWorkspaceGroups(trx, organizationId, workspaceId);
    if (!row || (row.scim?.removed && !takesAgain)) throw notFound();
    const present = await findGroupMembers(trx, organizationId, [workspaceId]);
    const after = change({
      displayName: workspaceName,
      externalId: row.scim?.externalId,
      members: present.map(({ user_id }) => user_id),
    });
    const wanted = { present, wanted: after.members };
    const { added, removed } = await memberChanges(trx, organizationId, wanted);
    const name = after.displayName === workspaceName ? workspaceName : nameOf(after.displayName);
    const { externalId } = after;
    const scim: ScimGroup = {
      ...(externalId === undefined ? {} : { externalId }),
      ...(removes ? { removed: true } : {}),
    };
    const ruled = removes ? null : "SCIM";
    const isSame = managedBy === ruled && isDeepStrictEqual(row.scim, scim);
    if (isSame && name === workspaceName && added.length + removed.length === 0) return undefined;
    await updateWorkspaceGroup(trx, key, { managedBy: ruled, scim });
    await removeMembers(trx, key, removed.map(idOf));
    await addMembers(trx, key, added.map(idOf));
    return { workspaceName: name, removed: removed.map(named), added: added.map(named) };
  });
}

const idOf = ({ user_id }: GroupMemberRow) => user_id;
const named = ({ user_id: userId, user_name: userName }: GroupMemberRow) => ({ userId, userName });

function nameOf(displayName: string): string {
  const parsed = workspace.pick({ workspaceName: true }).safeParse({ workspaceName: displayName });
  if (!parsed.success) throw validationFailed(fieldErrors(parsed.error.issues));
  return parsed.data.workspaceName;
}
