import { Suspense } from "react";
import { ROLES } from "../../../domain/access.ts";
import { resourceTopic } from "../../../domain/events.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { invitationHasEnded } from "../../../domain/users/rules.ts";
import { RoleNames } from "../../components/display/RoleNames.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import search from "../../components/list/SearchForm.module.css";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { users } from "../../i18n/ja/resources/users.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useLiveReads } from "../../providers/live/useLiveReads.ts";
import type { UserRecord } from "../records.ts";
import { ManagedAccountState } from "./AccountState.tsx";
import { InviteButton, UserListActions, UserSearch } from "./UserSearch.tsx";

const USERS = resourceTopic("users");

export const nameOfUser = ({ userName }: UserRecord) => userName;

const choice = {
  name: nameOfUser,
  Bar: lazyPart(async () => (await import("./bulk/UserBulk.tsx")).UserBulk),
};

const SearchOrganization = lazyPart(
  async () => (await import("../../components/list/SearchOrganization.tsx")).SearchOrganization,
);

export function UserList() {
  useLiveReads(USERS, "users");
  return (
    <ListPage
      title={users.name}
      sort={listSorts.users}
      columns={userColumns}
      search={
        <UserSearch roles={ROLES}>
          <Suspense fallback={<div className={search.organization} />}>
            <SearchOrganization />
          </Suspense>
        </UserSearch>
      }
      actions={<UserListActions />}
      add={<InviteButton label={users.list.invite} />}
    >
      <DataTable
        columns={userColumns}
        choice={choice}
        empty={users.empty}
        next={<InviteButton label={users.list.invite} />}
      />
    </ListPage>
  );
}

/** As long as the chips of a user, and the button beside them. */
function stateWidth({ status, identityPending, identityError }: UserRecord): string {
  const { pending, error } = users.account;
  const beside = identityPending ? pending : identityError ? `${error}${users.resend.lost}` : "";
  return `　　${users.status[status]}${beside && `　　${beside}`}`;
}

/** Until when an invited user can set a password. */
function invitationLine({ status, invitationEndsAt }: UserRecord): string | null {
  if (status !== "INVITED" || invitationEndsAt === null) return null;
  return invitationHasEnded(invitationEndsAt)
    ? users.invitationEnded
    : users.invitationEnds(formatDateTime(invitationEndsAt));
}

export const columns = {
  userName: {
    source: "userName",
    long: true,
    sortBy: true,
    fits: true,
    width: 240,
    below: ({ userNameKana }) => userNameKana,
  },
  email: {
    source: "email",
    long: true,
    noWrap: true,
    sortBy: true,
    fits: true,
    width: 320,
    copies: true,
  },
  organization: {
    source: "organizationName",
    long: true,
    fits: ({ organizationName }) => organizationName ?? users.noOrganization,
    width: 260,
    render: (user) => <OrganizationName user={user} />,
  },
  roles: {
    source: "roles",
    width: 200,
    long: true,
    fits: (user) => RoleNames({ flags: user }),
    render: (user) => <RoleNames flags={user} />,
  },
  status: {
    source: "status",
    width: 230,
    fits: stateWidth,
    below: invitationLine,
    render: (user) => <ManagedAccountState key={user.id} user={user} />,
  },
  updatedAt: {
    source: "updatedAt",
    width: 140,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
} as const satisfies Record<string, Column<UserRecord>>;

const userColumns: readonly Column<UserRecord>[] = Object.values(columns);

function OrganizationName({ user }: { user: UserRecord }) {
  return user.organizationName ?? users.noOrganization;
}
