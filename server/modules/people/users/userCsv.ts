import { formatDateTime } from "../../../../domain/text/dates.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import {
  noOrganizationLabel,
  userLabels,
  userStatusLabels,
} from "../../../../domain/users/labels.ts";
import type { User } from "../../../../domain/users/schemas.ts";
import type { CsvColumn } from "../../../exports/csvText.ts";

interface ExportedUser extends User {
  organizationNo: string;
  workspaceNames: readonly string[];
}

type Column = CsvColumn<ExportedUser>;

const column = (field: keyof typeof userLabels, value: Column["value"]): Column => ({
  label: userLabels[field],
  value,
});

const person: readonly Column[] = [
  column("userName", ({ userName }) => userName),
  column("userNameKana", ({ userNameKana }) => userNameKana ?? ""),
  column("email", ({ email }) => email),
];

const organization: readonly Column[] = [
  column("organizationName", ({ organizationName }) => organizationName ?? noOrganizationLabel),
  { label: personHeadings.organizationNo, value: ({ organizationNo }) => organizationNo },
];

const roles = column("roles", rolesCell);

const workspaces: Column = {
  label: personHeadings.workspaces,
  value: ({ workspaceNames }) => workspaceNames.join(SEPARATORS.workspaces),
};

const state: readonly Column[] = [
  column("status", ({ status }) => userStatusLabels[status]),
  column("createdAt", ({ createdAt }) => formatDateTime(createdAt)),
  column("updatedAt", ({ updatedAt }) => formatDateTime(updatedAt)),
];

/**
 * `members` are all of one organization. Each can be imported as it is, but for `colleagues`: what they
 * are in is for admins.
 */
export const userCsv = {
  users: [...person, ...organization, roles, workspaces, ...state],
  members: [...person, roles, workspaces, ...state],
  colleagues: [...person, roles, ...state],
} as const;
