import AddIcon from "@mui/icons-material/PersonAddOutlined";
import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useTranslate } from "ra-core";
import { ROLES } from "../../../domain/access.ts";
import { USER_STATUSES } from "../../../domain/userRules.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../components/list/OrganizationFilter.tsx";
import { SearchSelect, SearchText } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { userColumns } from "./userColumns.tsx";

const byName = { field: "userName", order: "ASC" } as const;
const roles = ROLES.map((id) => ({ id, name: `resources.users.role.${id}` }));
const statuses = USER_STATUSES.map((id) => ({ id, name: `resources.users.status.${id}` }));

export function UserList() {
  return (
    <ListPage
      title="resources.users.name"
      sort={byName}
      search={<UserSearch />}
      actions={<InviteButton />}
    >
      <DataTable columns={userColumns} rowLink="edit" />
    </ListPage>
  );
}

function UserSearch() {
  const translate = useTranslate();
  return (
    <SearchForm>
      <SearchText
        source="q"
        label="resources.users.list.keyword"
        placeholder={translate("resources.users.list.keywordHint")}
      />
      <SearchSelect source="role" label="resources.users.fields.role" choices={roles} />
      <SearchSelect source="status" choices={statuses} />
      <OrganizationFilter />
    </SearchForm>
  );
}

function InviteButton() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { canAccess } = useCanAccess({ resource: "users", action: "create" });
  if (!canAccess) return null;
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={LinkBase}
      to={createPath({ resource: "users", type: "create" })}
    >
      {translate("resources.users.list.invite")}
    </Button>
  );
}
