import { formatDateTime } from "../../../domain/text/dates.ts";
import { RoleNames } from "../../components/display/RoleNames.tsx";
import type { Column } from "../../components/list/column.ts";
import { useTranslate } from "../../i18n/translate.ts";
import type { UserRecord } from "../records.ts";
import { ManagedAccountState } from "./AccountState.tsx";

export const columns = {
  userName: {
    source: "userName",
    long: true,
    sortBy: true,
    below: ({ userNameKana }) => userNameKana,
  },
  email: { source: "email", width: 240, long: true, sortBy: true },
  organization: {
    source: "organizationName",
    long: true,
    render: (user) => <OrganizationName user={user} />,
  },
  roles: { source: "roles", width: 200, render: (user) => <RoleNames flags={user} /> },
  status: {
    source: "status",
    width: 230,
    render: (user) => <ManagedAccountState key={user.id} user={user} />,
  },
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
