import type { Flags } from "../access.ts";
import { changedFields } from "../fields.ts";
import { type Fault, fault, isFault, refusedRow, type StagedRow } from "../imports/rows.ts";
import { fieldSentences } from "../problems/sentences.ts";
import type { ScimRole } from "../scim/stored.ts";
import { listedWord } from "../text/shortened.ts";
import { seenKey } from "../text/unseen.ts";
import { roleFields } from "../users/edit.ts";
import { managedSentence, roleLabels } from "../users/labels.ts";
import type { ManagedBy, UserStatus } from "../users/rules.ts";
import { flagsIn, workspaceNamesIn } from "./cells.ts";
import {
  type PersonCells,
  type PersonField,
  personSentences,
  type UserImportVerdict,
} from "./sentences.ts";

/** A person as an import knows or makes one. `userId` is null for a new one. */
export interface PlannedPerson extends Flags {
  userId: string | null;
  organizationId: number | null;
  email: string;
  userName: string;
  userNameKana: string | null;
  status: UserStatus;
  isErased: boolean;
  workspaceIds: readonly number[];
}
export type KnownPerson = PlannedPerson & { userId: string; managedBy: ManagedBy | null };

/**
 * What an import does with a person; `before` and `after` are null where there is none, `line` is of one
 * who is not in the file.
 */
export interface PlannedRow extends Omit<StagedRow<PersonField>, "line" | "cells"> {
  line: number | null;
  cells: PersonCells | null;
  verdict: UserImportVerdict;
  before: KnownPerson | null;
  after: PlannedPerson | null;
}

/** What the database has of the people whom a file names. */
export interface Known {
  /** Who imports; nobody changes the own rights. */
  actorId: string;
  /** Null if each row names its organization. */
  ownOrganizationId: number | null;
  /** How many people of other organizations are named; those beyond read like new ones. */
  tellsElsewhere: number;
  /** By address. */
  people: ReadonlyMap<string, KnownPerson>;
  /** Ids by 組織番号. */
  organizations: ReadonlyMap<string, number>;
  /** Ids by organization and name. */
  workspaces: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** What directories rule beside people: roles by organization, and workspaces. */
  managed: { roles: ReadonlyMap<number, readonly ScimRole[]>; workspaces: ReadonlySet<number> };
}

/**
 * What an import would do, row by row, as the rules of users allow (docs/product/people.md#file).
 * Empty cells and missing columns leave what is there.
 */
export function planRows(rows: readonly StagedRow<PersonField>[], known: Known): PlannedRow[] {
  const firstLines = new Map<string, number>();
  const visible = { ...known, people: visiblePeople(rows, known) };
  return rows.map((row) => {
    const { reason, wrong } = row;
    const planned = reason === null ? plannedOf(row, visible, firstLines) : { reason, wrong };
    return isFault(planned) ? refusedRow(row, planned) : { ...row, cells: null, ...planned };
  });
}

/** The people that a check tells of: of other organizations only the first of the file. */
function visiblePeople(
  rows: readonly StagedRow<PersonField>[],
  { people, ownOrganizationId, tellsElsewhere }: Known,
): Known["people"] {
  if (ownOrganizationId === null) return people;
  const visible = new Map<string, KnownPerson>();
  let elsewhere = 0;
  for (const { cells, reason } of rows) {
    const person = reason === null ? people.get(cells.email ?? "") : undefined;
    if (!person || visible.has(person.email)) continue;
    if (person.organizationId !== ownOrganizationId) elsewhere += 1;
    if (person.organizationId === ownOrganizationId || elsewhere <= tellsElsewhere) {
      visible.set(person.email, person);
    }
  }
  return visible;
}

/** The name of a row that the import could give a reading that nobody has stated; null for others. */
export function nameToRead({ before, after, line }: PlannedRow): string | null {
  if (!after || line === null || before?.isErased) return null;
  return after.userNameKana === null ? after.userName : null;
}

type Planned = Pick<PlannedRow, "verdict" | "before" | "after">;
type Refusal = Fault<PersonField>;

/** What becomes of a row that is read, or why nothing does. */
function plannedOf(
  { line, cells }: StagedRow<PersonField>,
  known: Known,
  firstLines: Map<string, number>,
): Planned | Refusal {
  const { email = "", userName = "" } = cells;
  const firstLine = firstLines.get(email);
  if (firstLine !== undefined) return fault(personSentences.repeated(firstLine), "email");
  firstLines.set(email, line);
  const before = known.people.get(email) ?? null;
  const organizationId = organizationOf(cells, before, known);
  if (isFault(organizationId)) return organizationId;
  const flags = statedFlags(cells, before, organizationId);
  if (isFault(flags)) return flags;
  const workspaceIds = statedWorkspaces(cells, organizationId, known);
  if (isFault(workspaceIds)) return workspaceIds;
  const after: PlannedPerson = {
    ...(before ?? { userId: null, email, status: "INVITED", isErased: false, userNameKana: null }),
    ...flags,
    organizationId,
    userName,
    ...(cells.userNameKana ? { userNameKana: cells.userNameKana } : {}),
    workspaceIds: workspaceIds ?? before?.workspaceIds ?? [],
  };
  const managed = managedField(before, after, known.managed);
  if (managed && !before?.isErased) return fault(managedSentence, managed);
  if (!before) return { verdict: "NEW", before, after };
  if (Object.keys(changedFields(before, after, CHANGED_FIELDS)).length === 0) {
    return { verdict: "UNCHANGED", before, after };
  }
  if (before.isErased) return fault(personSentences.erased, "email");
  const isOwn = before.userId === known.actorId;
  return isOwn && rightsDiffer(before, after)
    ? fault(personSentences.ownRole, "roles")
    : { verdict: "UPDATE", before, after };
}

/** The first field that the row would change though a directory rules it (docs/product/scim.md#screens). */
function managedField(
  before: KnownPerson | null,
  after: PlannedPerson,
  { roles, workspaces }: Known["managed"],
): PersonField | undefined {
  if (before?.managedBy && before.userName !== after.userName) return "userName";
  const ruled = roles.get(after.organizationId ?? 0) ?? [];
  if (ruled.some((role) => after[roleFields[role]] !== (before?.[roleFields[role]] ?? false))) {
    return "roles";
  }
  const present = before?.workspaceIds ?? [];
  const isChanged = (id: number) => present.includes(id) !== after.workspaceIds.includes(id);
  const isRuled = [...present, ...after.workspaceIds].some(
    (id) => workspaces.has(id) && isChanged(id),
  );
  return isRuled ? "workspaces" : undefined;
}

function organizationOf(
  { organizationNo = "", roles = "" }: PersonCells,
  before: KnownPerson | null,
  { ownOrganizationId, organizations }: Known,
): number | null | Refusal {
  if (ownOrganizationId !== null) {
    const isOwn = !before || before.organizationId === ownOrganizationId;
    return isOwn ? ownOrganizationId : fault(personSentences.ofOther, "email");
  }
  const number = listedWord(organizationNo) ?? organizationNo;
  if (number === "") {
    if (before?.organizationId === null) return null;
    const isAdmin = !before && roles.includes(roleLabels.systemAdmin);
    return isAdmin
      ? fault(personSentences.newSystemAdmin, "roles")
      : fault(personSentences.organizationMissing, "organizationNo");
  }
  const organizationId = organizations.get(number);
  if (organizationId === undefined) {
    return fault(personSentences.organizationUnknown, "organizationNo");
  }
  const isThere = !before || before.organizationId === organizationId;
  return isThere ? organizationId : fault(personSentences.ofOtherOrganization, "email");
}

const NO_FLAGS = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };

function statedFlags(
  { roles = "" }: PersonCells,
  before: KnownPerson | null,
  organizationId: number | null,
): Flags | Refusal {
  const { isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin } = before ?? NO_FLAGS;
  const present = { isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin };
  const stated = flagsIn(roles) ?? present;
  if ("unknown" in stated) return fault(personSentences.role(stated.unknown), "roles");
  if (organizationId === null) {
    return rightsDiffer(present, stated)
      ? fault(personSentences.roleOfSystemAdmin, "roles")
      : stated;
  }
  return stated.isSystemAdmin ? fault(fieldSentences.systemAdminOfOrganization, "roles") : stated;
}

/** Undefined if the row leaves them as they are. */
function statedWorkspaces(
  { workspaces = "" }: PersonCells,
  organizationId: number | null,
  known: Known,
): readonly number[] | undefined | Refusal {
  if (workspaces.trim() === "") return undefined;
  const ids = known.workspaces.get(organizationId ?? 0) ?? new Map<string, number>();
  const found = new Set<number>();
  for (const name of workspaceNamesIn(workspaces, (whole) => ids.has(seenKey(whole)))) {
    const id = ids.get(seenKey(name));
    if (id === undefined) return fault(personSentences.workspace(name), "workspaces");
    found.add(id);
  }
  return [...found].sort((a, b) => a - b);
}

function rightsDiffer(one: Flags, other: Flags): boolean {
  return (
    one.isSystemAdmin !== other.isSystemAdmin ||
    one.isOrganizationAdmin !== other.isOrganizationAdmin ||
    one.isDictionaryAdmin !== other.isDictionaryAdmin
  );
}

/** The fields that an import may change and an undo restores. */
export const CHANGED_FIELDS = [
  "userName",
  "userNameKana",
  "isOrganizationAdmin",
  "isDictionaryAdmin",
  "workspaceIds",
] as const;
export type ChangedFields = Partial<Pick<PlannedPerson, (typeof CHANGED_FIELDS)[number]>>;
