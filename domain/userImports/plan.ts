import type { Flags } from "../access.ts";
import { changedFields } from "../fields.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { listedWord } from "../text/listedWord.ts";
import { seenKey } from "../text/unseen.ts";
import { roleLabels } from "../users/labels.ts";
import type { UserStatus } from "../users/rules.ts";
import { flagsIn, workspaceNamesIn } from "./cells.ts";
import type { PersonCells, UserImportVerdict } from "./rules.ts";
import { personSentences } from "./sentences.ts";

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
export type KnownPerson = PlannedPerson & { userId: string };

/** A row of a file. */
export interface StagedPerson {
  rowNo: number;
  line: number;
  cells: PersonCells;
  reason: string | null;
}

/** What an import does with a person; `before` and `after` are null where there is none. */
export interface PlannedRow {
  rowNo: number;
  line: number | null;
  verdict: UserImportVerdict;
  reason: string | null;
  cells: PersonCells | null;
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
}

/**
 * What an import would do, row by row, as the rules of users allow (docs/product/people.md#file).
 * Empty cells and missing columns leave what is there.
 */
export function planRows(rows: readonly StagedPerson[], known: Known): PlannedRow[] {
  const firstLines = new Map<string, number>();
  const visible = { ...known, people: visiblePeople(rows, known) };
  return rows.map((row) => {
    const { rowNo, line, cells } = row;
    const planned = row.reason === null ? plannedOf(row, visible, firstLines) : row.reason;
    if (typeof planned === "string") {
      const refused = { verdict: "ERROR", reason: planned, before: null, after: null } as const;
      return { rowNo, line, cells, ...refused };
    }
    return { rowNo, line, cells: null, reason: null, ...planned };
  });
}

/** The people that a check tells of: of other organizations only the first of the file. */
function visiblePeople(
  rows: readonly StagedPerson[],
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

type Planned = Pick<PlannedRow, "verdict" | "before" | "after">;

/** What becomes of a row that is read, or a sentence that says why nothing does. */
function plannedOf(
  { line, cells }: StagedPerson,
  known: Known,
  firstLines: Map<string, number>,
): Planned | string {
  const { email = "", userName = "" } = cells;
  const firstLine = firstLines.get(email);
  if (firstLine !== undefined) return personSentences.repeated(firstLine);
  firstLines.set(email, line);
  const before = known.people.get(email) ?? null;
  const organizationId = organizationOf(cells, before, known);
  if (typeof organizationId === "string") return organizationId;
  const flags = statedFlags(cells, before, organizationId);
  if (typeof flags === "string") return flags;
  const workspaceIds = statedWorkspaces(cells, organizationId, known);
  if (typeof workspaceIds === "string") return workspaceIds;
  const after: PlannedPerson = {
    ...(before ?? { userId: null, email, status: "INVITED", isErased: false, userNameKana: null }),
    ...flags,
    organizationId,
    userName,
    ...(cells.userNameKana ? { userNameKana: cells.userNameKana } : {}),
    workspaceIds: workspaceIds ?? before?.workspaceIds ?? [],
  };
  if (!before) return { verdict: "NEW", before, after };
  if (Object.keys(changedFields(before, after, CHANGED_FIELDS)).length === 0) {
    return { verdict: "UNCHANGED", before, after };
  }
  if (before.isErased) return personSentences.erased;
  const isOwn = before.userId === known.actorId;
  return isOwn && rightsDiffer(before, after)
    ? personSentences.ownRole
    : { verdict: "UPDATE", before, after };
}

function organizationOf(
  { organizationNo = "", roles = "" }: PersonCells,
  before: KnownPerson | null,
  { ownOrganizationId, organizations }: Known,
): number | null | string {
  if (ownOrganizationId !== null) {
    const isOwn = !before || before.organizationId === ownOrganizationId;
    return isOwn ? ownOrganizationId : personSentences.ofOther;
  }
  const number = listedWord(organizationNo) ?? organizationNo;
  if (number === "") {
    if (before?.organizationId === null) return null;
    const isAdmin = !before && roles.includes(roleLabels.systemAdmin);
    return isAdmin ? personSentences.newSystemAdmin : personSentences.organizationMissing;
  }
  const organizationId = organizations.get(number);
  if (organizationId === undefined) return personSentences.organizationUnknown;
  const isThere = !before || before.organizationId === organizationId;
  return isThere ? organizationId : personSentences.ofOtherOrganization;
}

const NO_FLAGS = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };

function statedFlags(
  { roles = "" }: PersonCells,
  before: KnownPerson | null,
  organizationId: number | null,
): Flags | string {
  const { isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin } = before ?? NO_FLAGS;
  const present = { isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin };
  const stated = flagsIn(roles) ?? present;
  if ("unknown" in stated) return personSentences.role(stated.unknown);
  if (organizationId === null) {
    return rightsDiffer(present, stated) ? personSentences.roleOfSystemAdmin : stated;
  }
  return stated.isSystemAdmin ? fieldSentences.systemAdminOfOrganization : stated;
}

/** Undefined if the row leaves them as they are. */
function statedWorkspaces(
  { workspaces = "" }: PersonCells,
  organizationId: number | null,
  known: Known,
): readonly number[] | undefined | string {
  if (workspaces.trim() === "") return undefined;
  const ids = known.workspaces.get(organizationId ?? 0) ?? new Map<string, number>();
  const found = new Set<number>();
  for (const name of workspaceNamesIn(workspaces, (whole) => ids.has(seenKey(whole)))) {
    const id = ids.get(seenKey(name));
    if (id === undefined) return personSentences.workspace(name);
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
