import type { Kysely } from "kysely";
import type { z } from "zod";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import type { UserProfile, userProfileUpdate } from "../../../domain/users/schemas.ts";
import type { Deps, SignedIn } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { validationFailed } from "../../problem.ts";
import { readOwnLists } from "../views/service.ts";
import { isMember, type Viewer, visibleTo } from "../workspaces/queries.ts";

interface ProfileRow {
  created_at: Date;
  updated_at: Date;
  last_selected_workspace_id: number | null;
  organization_name: string | null;
}

interface WorkspaceRow {
  workspace_id: number;
  workspace_name: string;
  is_member: boolean;
}

/**
 * The user profile (docs/product/people.md#profile); a system admin has organizationId 0 and no
 * workspaces.
 */
export async function readProfile({ db }: Pick<Deps, "db">, user: SignedIn): Promise<UserProfile> {
  const [row, workspaces, lists] = await Promise.all([
    findProfile(db, user.userId),
    selectableWorkspaces(db, user),
    readOwnLists(db, user),
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
    ...lists,
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

function findProfile(db: Kysely<Tables>, userId: string): Promise<ProfileRow> {
  return db
    .selectFrom("users as u")
    .leftJoin("organizations as o", "o.organization_id", "u.organization_id")
    .select(["u.created_at", "u.updated_at", "u.last_selected_workspace_id", "o.organization_name"])
    .where("u.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

function findWorkspaces(db: Kysely<Tables>, viewer: Viewer): Promise<WorkspaceRow[]> {
  return db
    .selectFrom("workspaces as w")
    .select(["w.workspace_id", "w.workspace_name", isMember(viewer).as("is_member")])
    .where(visibleTo(viewer))
    .orderBy("w.workspace_id")
    .execute();
}

/** A preference, not a change of the record: the version stays. */
async function updateLastSelectedWorkspace(
  db: Kysely<Tables>,
  userId: string,
  workspaceId: number | null,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ last_selected_workspace_id: workspaceId })
    .where("user_id", "=", userId)
    .execute();
}
