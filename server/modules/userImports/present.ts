import {
  type KnownPerson,
  nameToRead,
  type PlannedPerson,
  type PlannedRow,
} from "../../../domain/userImports/plan.ts";
import type {
  ImportedPerson,
  UserImportRow as UserImportRowAnswer,
  UserImportSummary,
} from "../../../domain/userImports/schemas.ts";
import { presentStored } from "../../fileImports/storedImport.ts";
import type { PersonRow } from "../people/users/queries/manyPeople.ts";
import type { StoredUserImport } from "./queries/userImports.ts";

export function presentSummary(
  userImportId: number,
  row: StoredUserImport,
  now: Date,
): UserImportSummary {
  return { userImportId, ...presentStored(row, now) };
}

export function knownPerson(row: PersonRow): KnownPerson {
  return {
    userId: row.user_id,
    organizationId: row.organization_id,
    email: row.email,
    userName: row.user_name,
    userNameKana: row.user_name_kana,
    isSystemAdmin: row.is_system_admin,
    isOrganizationAdmin: row.is_organization_admin,
    isDictionaryAdmin: row.is_dictionary_admin,
    status: row.status,
    isErased: row.erased_at !== null,
    managedBy: row.managed_by,
    workspaceIds: row.workspace_ids,
  };
}

/** The names of organizations and workspaces by their ids. */
export interface Names {
  organizations: ReadonlyMap<number, string>;
  workspaces: ReadonlyMap<number, string>;
}

export function presentRow(row: PlannedRow, names: Names): UserImportRowAnswer {
  const { before, after } = row;
  return {
    rowNo: row.rowNo,
    line: row.line,
    verdict: row.verdict,
    reason: row.reason,
    wrong: row.wrong,
    before: before && presentPerson(before, names),
    after: after && presentPerson(after, names),
    cells: row.cells,
    nameToRead: nameToRead(row),
  };
}

function presentPerson(
  person: PlannedPerson,
  { organizations, workspaces }: Names,
): ImportedPerson {
  return {
    organizationName: organizations.get(person.organizationId ?? 0) ?? null,
    email: person.email,
    userName: person.userName,
    userNameKana: person.userNameKana,
    isSystemAdmin: person.isSystemAdmin,
    isOrganizationAdmin: person.isOrganizationAdmin,
    isDictionaryAdmin: person.isDictionaryAdmin,
    status: person.status,
    workspaceNames: person.workspaceIds.flatMap((id) => workspaces.get(id) ?? []),
  };
}
