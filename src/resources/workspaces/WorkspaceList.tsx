import { useTranslate } from "react-admin";
import { resourceTopic } from "../../../domain/events.ts";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { listSorts } from "../../providers/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { workspaceColumns } from "./workspaceColumns.tsx";

const WORKSPACES = resourceTopic("workspaces");
export function WorkspaceList() {
  useLiveReads(WORKSPACES, "workspaces");
  return (
    <ListPage
      title="resources.workspaces.name"
      sort={listSorts.workspaces}
      search={<WorkspaceSearch />}
      actions={<CreateLink label="resources.workspaces.list.add" />}
    >
      <DataTable
        columns={workspaceColumns}
        empty={<CreateLink label="resources.workspaces.list.add" />}
      />
    </ListPage>
  );
}

function WorkspaceSearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.workspaces.list.keyword"
        placeholder={translate("resources.workspaces.list.keywordHint")}
      />
    </SearchForm>
  );
}
