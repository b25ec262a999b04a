import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { isMember, type Viewer, visibleTo } from "../../workspaces/queries/visibleTo.ts";

export interface ProfileRow {
  created_at: Date;
  updated_at: Date;
  last_selected_workspace_id: number | null;
  organization_name: string | null;
}

export interface WorkspaceRow {
  workspace_id: number;
  workspace_name: string;
  is_member: boolean;
}

export function findProfile(db: Kysely<Tables>, userId: string): Promise<ProfileRow> {
  return db
    .selectFrom("users as u")
    .leftJoin("organizations as o", "o.organization_id", "u.organization_id")
    .select(["u.created_at", "u.updated_at", "u.last_selected_workspace_id", "o.organization_name"])
    .where("u.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

export function findWorkspaces(db: Kysely<Tables>, viewer: Viewer): Promise<WorkspaceRow[]> {
  return db
    .selectFrom("workspaces as w")
    .select(["w.workspace_id", "w.workspace_name", isMember(viewer).as("is_member")])
    .where(visibleTo(viewer))
    .orderBy("w.workspace_id")
    .execute();
}

/** A preference, not a change of the record: the version stays. */
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
