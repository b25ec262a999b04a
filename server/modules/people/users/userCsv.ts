import { shownRolesOf } from "../../../../domain/access.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import {
  noOrganizationLabel,
  roleLabels,
  userLabels,
  userStatusLabels,
} from "../../../../domain/users/labels.ts";
import type { User } from "../../../../domain/users/schemas.ts";
import type { CsvColumn } from "../../../exports/csvText.ts";

type Column = CsvColumn<User>;

const column = (field: keyof typeof userLabels, value: Column["value"]): Column => ({
  label: userLabels[field],
  value,
});

const person: readonly Column[] = [
  column("userName", ({ userName }) => userName),
  column("userNameKana", ({ userNameKana }) => userNameKana ?? ""),
  column("email", ({ email }) => email),
];

const organization = column(
  "organizationName",
  ({ organizationName }) => organizationName ?? noOrganizationLabel,
);

const rights: readonly Column[] = [
  column("roles", (user) =>
    shownRolesOf(user)
      .map((role) => roleLabels[role])
      .join("・"),
  ),
  column("status", ({ status }) => userStatusLabels[status]),
  column("createdAt", ({ createdAt }) => formatDateTime(createdAt)),
  column("updatedAt", ({ updatedAt }) => formatDateTime(updatedAt)),
];

/** `members` are all of one organization. */
export const userCsv = {
  users: [...person, organization, ...rights],
  members: [...person, ...rights],
} as const;
