import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { lazy } from "react";
import type { WorkspaceRow } from "./workspaceRow.ts";

/** The workspaces of the own organization, or those one is a member of (design 7). */
export const workspaces = {
  list: lazy(async () => ({ default: (await import("./WorkspaceList.tsx")).WorkspaceList })),
  create: lazy(async () => ({ default: (await import("./WorkspaceCreate.tsx")).WorkspaceCreate })),
  edit: lazy(async () => ({ default: (await import("./WorkspaceEdit.tsx")).WorkspaceEdit })),
  show: lazy(async () => ({ default: (await import("./WorkspaceShow.tsx")).WorkspaceShow })),
  icon: WorkspacesIcon,
  recordRepresentation: (workspace: WorkspaceRow) => workspace.workspaceName,
};

/** /workspaces/{id}/members: a page beside those that react-admin knows. */
export const WorkspaceMembersPage = lazy(async () => ({
  default: (await import("./members/MembersPage.tsx")).MembersPage,
}));
