import type { Workspace, WorkspaceMember } from "../../../domain/workspaces/schemas.ts";
import type { MemberRow, WorkspaceRow } from "./queries.ts";

export function presentWorkspace(row: WorkspaceRow): Workspace {
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
