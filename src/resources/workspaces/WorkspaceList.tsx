import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useTranslate } from "ra-core";
import { resourceTopic } from "../../../domain/events.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { workspaceColumns } from "./workspaceColumns.tsx";

const WORKSPACES = resourceTopic("workspaces");
const byName = { field: "workspaceName", order: "ASC" } as const;

export function WorkspaceList() {
  useLiveReads(WORKSPACES, "workspaces");
  return (
    <ListPage
      title="resources.workspaces.name"
      sort={byName}
      search={<WorkspaceSearch />}
      actions={<AddButton />}
    >
      <DataTable columns={workspaceColumns} />
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

const UNSEEN = { visibility: "hidden" } as const;

function AddButton() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { canAccess, isPending } = useCanAccess({ resource: "workspaces", action: "create" });
  // Until the right is known its room is kept, unseen, so that nothing jumps.
  if (!canAccess && !isPending) return null;
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      style={isPending ? UNSEEN : undefined}
      component={LinkBase}
      to={createPath({ resource: "workspaces", type: "create" })}
    >
      {translate("resources.workspaces.list.add")}
    </Button>
  );
}
