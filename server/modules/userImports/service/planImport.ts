import type { Kysely } from "kysely";
import { grouped } from "../../../../domain/grouped.ts";
import {
  type ChosenReading,
  type StagedRow,
  withReadings,
} from "../../../../domain/imports/rows.ts";
import { MOST_ROWS } from "../../../../domain/imports/rules.ts";
import { listedWord } from "../../../../domain/text/shortened.ts";
import { seenKey } from "../../../../domain/text/unseen.ts";
import { possibleNames } from "../../../../domain/userImports/cells.ts";
import {
  type Known,
  type KnownPerson,
  type PlannedRow,
  planRows,
} from "../../../../domain/userImports/plan.ts";
import type { UserImportCounts } from "../../../../domain/userImports/schemas.ts";
import type { PersonField } from "../../../../domain/userImports/sentences.ts";
import { sha256 } from "../../../bytes.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  findManaged,
  findMissing,
  findOrganizations,
  findPeople,
  findWorkspaces,
  type MissingQuery,
  type PersonRow,
} from "../../people/users/queries/manyPeople.ts";

/** Who imports, and into which organization; null if each row names its own. */
export interface Importer {
  organizationId: number | null;
  actorId: string;
}

/** What an import would do with the database as it is now. */
export interface Plan {
  /** As the file has them, which the digest stands for. */
  checked: PlannedRow[];
  /** With the readings that were chosen. */
  rows: PlannedRow[];
  /** Enabled people who are not in the file, at most MOST_ROWS of `missingTotal`. */
  missing: PersonRow[];
  missingTotal: number;
  /** The people of the rows, by id. */
  people: ReadonlyMap<string, PersonRow>;
  counts: UserImportCounts;
  /** The same for plans that do the same. */
  digest: string;
}

/** What the rows of an import name. */
export interface Named extends MissingQuery {
  staged: readonly StagedRow<PersonField>[];
  organizations: ReadonlyMap<string, number>;
}

/** Finds the organizations that the rows of a file name. */
export async function readNamed(
  db: Kysely<Tables>,
  staged: readonly StagedRow<PersonField>[],
  { organizationId, actorId }: Importer,
): Promise<Named> {
  const emails = [...new Set(staged.flatMap(({ cells: { email } }) => (email ? [email] : [])))];
  const organizations = new Map<string, number>();
  if (organizationId === null) {
    const numbers = staged.flatMap(({ cells }) => listedWord(cells.organizationNo ?? "") ?? []);
    for (const found of await findOrganizations(db, [...new Set(numbers)])) {
      organizations.set(found.organization_no, found.organization_id);
    }
  }
  const organizationIds =
    organizationId === null ? [...new Set(organizations.values())] : [organizationId];
  return { staged, emails, organizations, organizationIds, actorId };
}

/**
 * Compares the rows with the people who are there. Of people of other organizations it tells an
 * organization of so many; system admins see all. Chosen readings are those of rows that state none.
 */
export async function planImport(
  db: Kysely<Tables>,
  named: Named,
  { organizationId, actorId }: Importer,
  tellsElsewhere: number,
  chosen: readonly ChosenReading[] = [],
): Promise<Plan> {
  const { staged, emails, organizations } = named;
  const found = await findPeople(db, emails);
  const workspaces = await namedWorkspaces(db, named, organizationId);
  const known: Known = {
    actorId,
    ownOrganizationId: organizationId,
    tellsElsewhere,
    people: new Map(found.map((row) => [row.email, knownPerson(row)])),
    organizations,
    workspaces,
    managed: await findManaged(db, named.organizationIds),
  };
  const checked = planRows(staged, known);
  const rows =
    chosen.length > 0 ? planRows(withReadings(staged, chosen, "userNameKana"), known) : checked;
  const { rows: missing, total } = await findMissing(db, named, MOST_ROWS);
  return {
    checked,
    rows,
    missing,
    missingTotal: total,
    people: new Map(found.map((row) => [row.user_id, row])),
    counts: countsOf(rows, total),
    digest: digestOf(checked, missing, total, filePartOf(staged)),
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
    managedBy: row.managed_by,
    workspaceIds: row.workspace_ids,
  };
}

/** The ids of the workspaces that rows name, by organization and the key of the name. */
export async function namedWorkspaces(
  db: Kysely<Tables>,
  { staged, organizations }: Named,
  organizationId: number | null,
): Promise<Known["workspaces"]> {
  const names = grouped(
    staged.flatMap(({ cells, reason }) => {
      const { workspaces = "", organizationNo = "" } = cells;
      const id = organizationId ?? organizations.get(listedWord(organizationNo) ?? "");
      if (reason !== null || workspaces === "" || id === undefined) return [];
      return possibleNames(workspaces).map((name) => [id, seenKey(name)] as const);
    }),
  );
  const known = new Map<number, ReadonlyMap<string, number>>();
  for (const [id, all] of [...names].sort(([a], [b]) => a - b)) {
    const found = await findWorkspaces(db, id, { keys: [...new Set(all)] });
    known.set(id, new Map(found.map((row) => [seenKey(row.workspace_name), row.workspace_id])));
  }
  return known;
}

function countsOf(rows: readonly PlannedRow[], disable: number): UserImportCounts {
  const count = (verdict: PlannedRow["verdict"]) =>
    rows.filter((row) => row.verdict === verdict).length;
  return {
    new: count("NEW"),
    update: count("UPDATE"),
    unchanged: count("UNCHANGED"),
    disable,
    error: count("ERROR"),
  };
}

/**
 * Three parts: what becomes of the rows; those who are not in the file, who matter only if they are to be
 * disabled; and the file, which is counted once however often it is checked.
 */
function digestOf(
  rows: readonly PlannedRow[],
  missing: readonly PersonRow[],
  total: number,
  file: string,
): string {
  const done = rows.map(({ rowNo, verdict, before, after }) => [rowNo, verdict, before, after]);
  return [digestPart(done), digestPart([total, missing.map(({ user_id }) => user_id)]), file].join(
    ".",
  );
}

/** The part of a digest that is the same for all checks of the rows of a file. */
export function filePartOf(staged: readonly StagedRow<PersonField>[]): string {
  return digestPart(staged.map(({ cells }) => cells));
}

function digestPart(value: unknown): string {
  return sha256(JSON.stringify(value)).toString("base64url");
}

/** Whether a plan does what the digest of another stands for. */
export function isSamePlan(digest: string, plan: Plan, disablesMissing: boolean): boolean {
  if (disablesMissing) return digest === plan.digest;
  const [rows, , file] = digest.split(".");
  const [plannedRows, , plannedFile] = plan.digest.split(".");
  return rows === plannedRows && file === plannedFile;
}
