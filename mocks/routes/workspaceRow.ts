import type { Workspace } from "../../domain/workspaces.ts";
import type { Call } from "../call.ts";
import type { WorkspaceRow } from "../tables.ts";

/** The workspaces a user may choose: organization admins all of the own organization, others theirs. */
export function workspacesOf({ world, user }: Call): WorkspaceRow[] {
  return world.tables.workspaces.filter(
    ({ organizationId, userIds }) =>
      organizationId === user.organizationId &&
      (user.isOrganizationAdmin || userIds.includes(user.userId)),
  );
}

/** A workspace as the API answers it. */
export function workspaceOf({ userIds, ...row }: WorkspaceRow): Workspace {
  return { ...row, memberCount: userIds.length };
}
