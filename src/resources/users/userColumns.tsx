import { useTranslate } from "react-admin";
import { shownRolesOf } from "../../../domain/access.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import type { Column } from "../../components/list/column.ts";
import { ManagedAccountState } from "./AccountState.tsx";
import type { UserRecord } from "./userRecord.ts";

export const columns = {
  userName: { source: "userName", sortBy: true },
  email: { source: "email", sortBy: true },
  organization: {
    source: "organizationName",
    render: (user) => <OrganizationName user={user} />,
  },
  roles: { source: "roles", render: (user) => <Roles user={user} /> },
  status: { source: "status", render: (user) => <ManagedAccountState user={user} /> },
  updatedAt: {
    source: "updatedAt",
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
