import type { Kysely } from "kysely";
import type { z } from "zod";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import type { UserProfile, userProfileUpdate } from "../../../../domain/users/schemas.ts";
import type { Deps, SignedIn } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { validationFailed } from "../../../problem.ts";
import {
  findProfile,
  findWorkspaces,
  updateLastSelectedWorkspace,
  type WorkspaceRow,
} from "./queries.ts";

/**
 * The user profile (docs/product/people.md#profile); a system admin has organizationId 0 and no
 * workspaces.
 */
export async function readProfile({ db }: Pick<Deps, "db">, user: SignedIn): Promise<UserProfile> {
  const [row, workspaces] = await Promise.all([
    findProfile(db, user.userId),
    selectableWorkspaces(db, user),
  ]);
  const selected = workspaces.find(
    ({ workspace_id }) => workspace_id === row.last_selected_workspace_id,
  );
  return {
    ...user,
    organizationId: user.organizationId ?? 0,
    organizationName: row.organization_name,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSelectedWorkspaceId: selected?.workspace_id ?? null,
    lastSelectedWorkspaceName: selected?.workspace_name ?? null,
    workspaces: workspaces.map(({ workspace_id, workspace_name, is_member }) => ({
      workspaceId: workspace_id,
      workspaceName: workspace_name,
      isMember: is_member,
    })),
  };
}

/**
 * Stores the workspace a user works in, if one is given; throws 422 for one they may not select.
 */
export async function selectWorkspace(
  deps: Pick<Deps, "db">,
  user: SignedIn,
  { lastSelectedWorkspaceId }: z.infer<typeof userProfileUpdate>,
): Promise<UserProfile> {
  if (lastSelectedWorkspaceId === undefined) return readProfile(deps, user);
  if (lastSelectedWorkspaceId !== null) {
    const workspaces = await selectableWorkspaces(deps.db, user);
    if (!workspaces.some(({ workspace_id }) => workspace_id === lastSelectedWorkspaceId)) {
      throw validationFailed({ lastSelectedWorkspaceId: fieldSentences.workspaceUnknown });
    }
  }
  await updateLastSelectedWorkspace(deps.db, user.userId, lastSelectedWorkspaceId);
  return readProfile(deps, user);
}

async function selectableWorkspaces(db: Kysely<Tables>, user: SignedIn): Promise<WorkspaceRow[]> {
  const { organizationId } = user;
  return organizationId === null ? [] : findWorkspaces(db, { ...user, organizationId });
}
