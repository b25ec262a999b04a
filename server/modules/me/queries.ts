import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";

export interface ProfileRow {
  created_at: Date;
  updated_at: Date;
  last_selected_workspace_id: number | null;
}

export interface WorkspaceRow {
  workspace_id: number;
  workspace_name: string;
}

export function findProfile(db: Kysely<Tables>, userId: string): Promise<ProfileRow> {
  return db
    .selectFrom("users")
    .select(["created_at", "updated_at", "last_selected_workspace_id"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** All workspaces of an organization. */
export function findWorkspaces(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<WorkspaceRow[]> {
  return db
    .selectFrom("workspaces")
    .select(["workspace_id", "workspace_name"])
    .where("organization_id", "=", organizationId)
    .orderBy("workspace_id")
    .execute();
}

/** The workspaces of an organization that a user is a member of. */
export function findWorkspacesOf(
  db: Kysely<Tables>,
  organizationId: number,
  userId: string,
): Promise<WorkspaceRow[]> {
  return db
    .selectFrom("workspaces as w")
    .innerJoin("workspace_members as m", (join) =>
      join
        .onRef("m.organization_id", "=", "w.organization_id")
        .onRef("m.workspace_id", "=", "w.workspace_id"),
    )
    .select(["w.workspace_id", "w.workspace_name"])
    .where("w.organization_id", "=", organizationId)
    .where("m.user_id", "=", userId)
    .orderBy("w.workspace_id")
    .execute();
}

/** A preference of the user, not a change of the record: its version stays. */
export async function updateLastSelectedWorkspace(
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
