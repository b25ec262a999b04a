import WorkspacesIcon from "@mui/icons-material/WorkspacesOutlined";
import { Route } from "react-router";
import { resourceTopic } from "../../../domain/events.ts";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { workspaces as workspaceTexts } from "../../i18n/ja/resources/workspaces.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { WorkspaceRecord } from "../records.ts";
import { workspaceColumns } from "./workspaceColumns.tsx";

const WORKSPACES = resourceTopic("workspaces");
function WorkspaceList() {
  useLiveReads(WORKSPACES, "workspaces");
  return (
    <ListPage
      title={workspaceTexts.name}
      sort={listSorts.workspaces}
      search={<WorkspaceSearch />}
      add={<CreateLink label={workspaceTexts.list.add} />}
    >
      <DataTable
        columns={workspaceColumns}
        empty={workspaceTexts.empty}
        next={<CreateLink label={workspaceTexts.list.add} />}
      />
    </ListPage>
  );
}

function WorkspaceSearch() {
  return (
    <SearchForm few>
      <SearchText
        source="q"
        label={workspaceTexts.list.keyword}
        placeholder={workspaceTexts.list.keywordHint}
      />
    </SearchForm>
  );
}

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
