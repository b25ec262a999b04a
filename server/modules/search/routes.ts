import { type Action, can } from "../../../domain/access.ts";
import { adminSearchEndpoints, searchEndpoints } from "../../../domain/api/overview.ts";
import { contractStatusLabels } from "../../../domain/contracts/fields.ts";
import { contractStatus } from "../../../domain/contracts/rules.ts";
import { entryReading } from "../../../domain/entries/rules.ts";
import { foundSentences } from "../../../domain/search/rules.ts";
import type { AdminSearchResult, StaffSearchResult } from "../../../domain/search/schemas.ts";
import { formatPeriod, tokyoDate } from "../../../domain/text/dates.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import type { AreaRoutes, Deps, Member, SignedIn } from "../../context.ts";
import { implement } from "../../implement.ts";
import {
  type ContractFound,
  contractsFound,
  type DictionaryFound,
  dictionariesFound,
  type EntryFound,
  entriesFound,
  type MemberFound,
  membersFound,
  type OrganizationFound,
  organizationsFound,
  type UserFound,
  usersFound,
  type WorkspaceFound,
  workspacesFound,
} from "./queries.ts";

type SearchDeps = Pick<Deps, "db" | "now">;
type AdminFound = AdminSearchResult["found"][number];
type StaffFound = StaffSearchResult["found"][number];

/** What a system admin finds by a text, of all organizations. */
export async function searchAll({ db, now }: SearchDeps, q: string): Promise<AdminSearchResult> {
  const key = searchKey(q);
  if (key === "") return { found: [] };
  const today = tokyoDate(now());
  const [organizations, users] = await Promise.all([
    organizationsFound(db, key),
    usersFound(db, key),
  ]);
  const organizationIds = organizations.map(({ organization_id }) => organization_id);
  const contracts = await contractsFound(db, { key, organizationIds, admins: users, today });
  return {
    found: [
      ...contracts.map((row) => foundContract(row, today)),
      ...organizations.map(foundOrganization),
      ...users.map(foundUser),
    ],
  };
}

/** What a member finds by a text, of the own organization and by the own rights. */
export async function searchOwn(
  { db }: Pick<SearchDeps, "db">,
  member: Member,
  q: string,
): Promise<StaffSearchResult> {
  const key = searchKey(q);
  if (key === "") return { found: [] };
  const { organizationId } = member;
  const found: StaffFound[][] = await Promise.all([
    ifMay(member, "dictionary.read", async () =>
      (await dictionariesFound(db, { organizationId, key })).map(foundDictionary),
    ),
    ifMay(member, "dictionary.read", async () =>
      (await entriesFound(db, { organizationId, key, reading: entryReading(q) })).map(foundEntry),
    ),
    ifMay(member, "workspace.read", async () =>
      (await workspacesFound(db, member, key)).map(foundWorkspace),
    ),
    // Others have no page of a member.
    ifMay(member, "member.manage", async () =>
      (await membersFound(db, { organizationId, key })).map(foundMember),
    ),
  ]);
  return { found: found.flat() };
}

async function ifMay(
  user: SignedIn,
  action: Action,
  find: () => Promise<StaffFound[]>,
): Promise<StaffFound[]> {
  return can(user, action) ? find() : [];
}

function foundContract(row: ContractFound, today: string): AdminFound {
  const { start_date: startDate, end_date: endDate, termination_date: terminationDate } = row;
  const status = contractStatus({ startDate, endDate, terminationDate }, today);
  return {
    kind: "contracts",
    id: String(row.contract_id),
    title: row.organization_name,
    details: [
      formatPeriod({ startDate, endDate }),
      contractStatusLabels[status],
      row.organization_no,
      row.admin_name,
    ],
    parentId: String(row.organization_id),
  };
}

function foundOrganization(row: OrganizationFound): AdminFound {
  return {
    kind: "organizations",
    id: String(row.organization_id),
    title: row.organization_name,
    details: [row.organization_no],
    parentId: null,
  };
}

function foundUser(row: UserFound): AdminFound {
  return {
    kind: "users",
    id: row.user_id,
    title: row.user_name,
    details: row.organization_name ? [row.email, row.organization_name] : [row.email],
    parentId: null,
  };
}

function foundDictionary(row: DictionaryFound): StaffFound {
  return {
    kind: "dictionaries",
    id: String(row.dictionary_id),
    title: row.dictionary_name,
    details: [row.category, foundSentences.entries(row.entry_count)],
    parentId: null,
  };
}

function foundEntry(row: EntryFound): StaffFound {
  return {
    kind: "entries",
    id: String(row.entry_id),
    title: row.surface,
    details: [row.reading, row.dictionary_name],
    parentId: String(row.dictionary_id),
  };
}

function foundWorkspace(row: WorkspaceFound): StaffFound {
  return {
    kind: "workspaces",
    id: String(row.workspace_id),
    title: row.workspace_name,
    details: [],
    parentId: null,
  };
}

function foundMember(row: MemberFound): StaffFound {
  return {
    kind: "users",
    id: row.user_id,
    title: row.user_name,
    details: [row.email],
    parentId: null,
  };
}

export const searchRoutes: AreaRoutes = (app, deps) =>
  implement(app, searchEndpoints, {
    "GET /search": ({ member, query }) => searchOwn(deps, member, query.q),
  });

export const adminSearchRoutes: AreaRoutes = (app, deps) =>
  implement(app, adminSearchEndpoints, {
    "GET /search": ({ query }) => searchAll(deps, query.q),
  });
