import { ROLES } from "../../../domain/access.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../components/list/OrganizationFilter.tsx";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import { InviteButton } from "./InviteButton.tsx";
import { UserListActions } from "./UserListActions.tsx";
import { UserSearch } from "./UserSearch.tsx";
import { userColumns } from "./userColumns.tsx";

const USERS = resourceTopic("users");

export function UserList() {
  useLiveReads(USERS, "users");
  return (
    <ListPage
      title="resources.users.name"
      sort={listSorts.users}
      search={
        <UserSearch roles={ROLES}>
          <OrganizationFilter />
        </UserSearch>
      }
      actions={<UserListActions inviteLabel="resources.users.list.invite" />}
    >
      <DataTable
        columns={userColumns}
        rowLink="edit"
        empty={<InviteButton label="resources.users.list.invite" />}
      />
    </ListPage>
  );
}
