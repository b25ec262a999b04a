import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { WorkspaceList } from "./WorkspaceList.tsx";
import type { WorkspaceRecord } from "./workspaceRecord.ts";

const WorkspaceMembersPage = lazyScreen(
  async () => (await import("./members/MembersPage.tsx")).MembersPage,
);

/**
 * All workspaces for organization admins, for others those they are members of
 * (docs/product/people.md#workspaces).
 */
export const workspaces = {
  list: WorkspaceList,
  create: lazyScreen(async () => (await import("./WorkspaceCreate.tsx")).WorkspaceCreate),
  edit: lazyScreen(async () => (await import("./WorkspaceEdit.tsx")).WorkspaceEdit),
  show: lazyScreen(async () => (await import("./WorkspaceShow.tsx")).WorkspaceShow),
  icon: WorkspacesIcon,
  recordRepresentation: (workspace: WorkspaceRecord) => workspace.workspaceName,
  children: <Route path=":id/members" element={<WorkspaceMembersPage />} />,
};
