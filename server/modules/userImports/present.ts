import { addDays } from "date-fns";
import { REVERT_DAYS } from "../../../domain/imports/rules.ts";
import { importErrorLabels } from "../../../domain/imports/sentences.ts";
import { personHeadings } from "../../../domain/userImports/labels.ts";
import type { KnownPerson, PlannedPerson, PlannedRow } from "../../../domain/userImports/plan.ts";
import { type PeopleScope, scopeFields } from "../../../domain/userImports/rules.ts";
import type {
  ImportedPerson,
  UserImportRow as UserImportRowAnswer,
  UserImportSummary,
} from "../../../domain/userImports/schemas.ts";
import type { CsvColumn } from "../../exports/csvText.ts";
import { defused } from "../../formats/own.ts";
import type { PersonRow } from "./queries/known.ts";
import type { UserImportRow } from "./queries/userImports.ts";

/** The last moment at which an import can be undone. */
export function revertibleUntil(committedAt: Date): Date {
  return addDays(committedAt, REVERT_DAYS);
}

export function presentSummary(row: UserImportRow, now: Date): UserImportSummary {
  const { committed_at: committedAt, reverted_at: revertedAt } = row;
  const until = committedAt && !revertedAt ? revertibleUntil(committedAt) : null;
  return {
    userImportId: row.user_import_id,
    fileName: row.file_name,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    committedAt: committedAt?.toISOString() ?? null,
    result: row.result,
    revertedAt: revertedAt?.toISOString() ?? null,
    undone: row.undone,
    revertibleUntil: until && until >= now ? until.toISOString() : null,
  };
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
    before: before && presentPerson(before, names),
    after: after && presentPerson(after, names),
    cells: row.cells,
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

/** An error row with the reason for which it changes nobody. */
export type RefusedRow = Pick<PlannedRow, "line" | "reason" | "cells">;

/** The columns of the file of error rows, which can be imported as it is. */
export function errorColumns(scope: PeopleScope): CsvColumn<RefusedRow>[] {
  return [
    ...scopeFields[scope].map((field) => ({
      label: personHeadings[field],
      value: ({ cells }: RefusedRow) => defused(cells?.[field] ?? ""),
    })),
    { label: importErrorLabels.line, value: ({ line }) => line ?? "" },
    { label: importErrorLabels.reason, value: ({ reason }) => reason ?? "" },
  ];
}
