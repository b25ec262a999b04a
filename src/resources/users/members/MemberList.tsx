import { can, ROLES } from "../../../../domain/access.ts";
import { resourceTopic } from "../../../../domain/events.ts";
import { DataTable } from "../../../components/list/DataTable.tsx";
import { ListPage } from "../../../components/list/ListPage.tsx";
import { listSorts } from "../../../providers/data/listSorts.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import { InviteButton } from "../InviteButton.tsx";
import { UserListActions } from "../UserListActions.tsx";
import { UserSearch } from "../UserSearch.tsx";
import { managedMemberColumns, memberColumns } from "./memberColumns.tsx";

const USERS = resourceTopic("users");
const roles = ROLES.filter((role) => role !== "systemAdmin");

/** /users: the members of the own organization. All can see them, organization admins edit them. */
export function MemberList() {
  useLiveReads(USERS, "users");
  const manages = can(useUserProfile(), "member.manage");
  return (
    <ListPage
      title="resources.users.members.title"
      sort={listSorts.users}
      search={<UserSearch roles={roles} />}
      actions={<UserListActions inviteLabel="resources.users.members.invite" />}
    >
      <DataTable
        columns={manages ? managedMemberColumns : memberColumns}
        rowLink={manages ? "edit" : false}
        empty={<InviteButton label="resources.users.members.invite" />}
      />
    </ListPage>
  );
}
