import { useTranslate } from "react-admin";
import { shownRolesOf } from "../../../domain/access.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import type { Column } from "../../components/list/column.ts";
import { ManagedAccountState } from "./AccountState.tsx";
import type { UserRecord } from "./userRecord.ts";

export const columns = {
  userName: { source: "userName", long: true, sortBy: true },
  email: { source: "email", width: 240, long: true, sortBy: true },
  organization: {
    source: "organizationName",
    long: true,
    render: (user) => <OrganizationName user={user} />,
  },
  roles: { source: "roles", width: 200, render: (user) => <Roles user={user} /> },
  status: { source: "status", width: 230, render: (user) => <ManagedAccountState user={user} /> },
  updatedAt: {
    source: "updatedAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
} as const satisfies Record<string, Column<UserRecord>>;

export const userColumns: readonly Column<UserRecord>[] = Object.values(columns);

export function OrganizationName({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  return user.organizationName ?? translate("resources.users.noOrganization");
}

function Roles({ user }: { user: UserRecord }) {
  const translate = useTranslate();
  return shownRolesOf(user)
    .map((role) => translate(`resources.users.role.${role}`))
    .join("・");
}
