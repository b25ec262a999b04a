import type { ListQuery, Sort } from "../../../../domain/api/parameters.ts";
import type { Page } from "../../../../domain/paging.ts";
import { formatDateTime, tokyoDate } from "../../../../domain/text/dates.ts";
import { rolesCell, SEPARATORS } from "../../../../domain/userImports/cells.ts";
import { personHeadings } from "../../../../domain/userImports/labels.ts";
import {
  noOrganizationLabel,
  userFileNames,
  userLabels,
  userStatusLabels,
} from "../../../../domain/users/labels.ts";
import type { User } from "../../../../domain/users/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import type { CsvColumn } from "../../../exports/csvText.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { presentUser } from "./present.ts";
import { allUsers, findUsers, type UserFilters, type UserSort } from "./queries/userList.ts";
import { findUser, type Scope } from "./queries/users.ts";

/** A page of the matching users. */
export async function listUsers(
  { db }: Pick<Deps, "db">,
  query: ListQuery<UserSort>,
  filters: UserFilters,
): Promise<Page<User>> {
  const { rows, total } = await findUsers(db, query, filters);
  return pageAnswer(query, { content: rows.map(presentUser), total });
}

/** One user within a scope; throws 404 for unknown ones and other organizations' alike. */
export async function readUser(
  { db }: Pick<Deps, "db">,
  userId: string,
  scope: Scope,
): Promise<User> {
  const row = await findUser(db, userId, scope);
  if (!row) throw notFound();
  return presentUser(row);
}

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
const userCsv = {
  users: [...person, ...organization, roles, workspaces, ...state],
  members: [...person, roles, workspaces, ...state],
  colleagues: [...person, roles, ...state],
} as const;

/**
 * The matching users as a CSV file, as they are now (docs/product/files.md#csv-of-lists). `managed` is
 * for those who may import it again, with the workspaces of each. Throws OVERLOADED while too many
 * files are being downloaded.
 */
export function exportUsers(
  { exports, now }: Pick<Deps, "exports" | "now">,
  { sort, ...filters }: UserFilters & { sort: Sort<UserSort> },
  { list, managed }: { list: keyof typeof userFileNames; managed: boolean },
): Promise<CsvFile> {
  return exports.open({
    title: userFileNames[list],
    asciiTitle: list,
    day: tokyoDate(now()),
    columns: userCsv[managed ? list : "colleagues"],
    prepare: allUsers(filters, sort),
    present: (row) => ({
      ...presentUser(row),
      organizationNo: row.organization_no ?? "",
      workspaceNames: row.workspace_names,
    }),
  });
}
