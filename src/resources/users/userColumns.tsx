import { useTranslate } from "ra-core";
import { rolesOf } from "../../../domain/access.ts";
import { formatDateTime } from "../../../domain/dates.ts";
import { UserStatusChip } from "../../components/display/UserStatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import type { UserRow } from "./userRow.ts";

/** The columns of the user list; sorts are those the API allows. */
export const userColumns: readonly Column<UserRow>[] = [
  { source: "userName", sortBy: true },
  { source: "email", sortBy: true },
  { source: "organizationName", render: (user) => <OrganizationName user={user} /> },
  { source: "roles", render: (user) => <Roles user={user} /> },
  { source: "status", render: ({ status }) => <UserStatusChip status={status} /> },
  {
    source: "updatedAt",
    sortBy: true,
    noWrap: true,
    render: ({ updatedAt }) => formatDateTime(updatedAt),
  },
];

export function OrganizationName({ user }: { user: UserRow }) {
  const translate = useTranslate();
  return user.organizationName ?? translate("resources.users.noOrganization");
}

/** The roles beyond 一般, which goes without saying where there is another. */
export function Roles({ user }: { user: UserRow }) {
  const translate = useTranslate();
  const roles = rolesOf(user);
  const told = roles.length > 1 ? roles.filter((role) => role !== "staff") : roles;
  return told.map((role) => translate(`resources.users.role.${role}`)).join("・");
}
