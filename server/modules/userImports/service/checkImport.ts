import type { Kysely } from "kysely";
import { userImportKind } from "../../../../domain/api/userImports.ts";
import { pick } from "../../../../domain/fields.ts";
import { grouped } from "../../../../domain/grouped.ts";
import {
  nameToRead,
  type PlannedPerson,
  type PlannedRow,
} from "../../../../domain/userImports/plan.ts";
import type { ImportedPerson, UserImportCheck } from "../../../../domain/userImports/schemas.ts";
import {
  MOST_TOLD,
  type PersonField,
  peopleFileSentences,
  personSentences,
} from "../../../../domain/userImports/sentences.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type UploadedSheet, uploadedSheet } from "../../../fileImports/uploadedSheet.ts";
import { findOrganizationNames } from "../../organizations/queries.ts";
import { findWorkspaces } from "../../people/users/queries/manyPeople.ts";
import { lockShownElsewhere } from "../queries.ts";
import {
  filePartOf,
  type Importer,
  knownPerson,
  type Plan,
  planImport,
  readNamed,
} from "./planImport.ts";

/** Reads a file of people. Throws 422 FILE_UNREADABLE with a sentence that names the line, 431 LIMIT_EXCEEDED. */
export function readPeople(
  files: Deps["files"],
  { organizationId }: Importer,
  file: File,
  signal: AbortSignal,
): Promise<UploadedSheet<PersonField>> {
  const scope = organizationId === null ? "users" : "members";
  const owner = { organizationId: organizationId ?? 0, signal };
  const read = (bytes: Uint8Array) => files.readPeople(bytes, scope, owner);
  return uploadedSheet(file, read, peopleFileSentences);
}

/**
 * Says what a file of people would do; nobody changes. The log has its counts, and of addresses of other
 * organizations only MOST_TOLD are named within an hour. Throws as `readPeople` does.
 */
export async function checkUserImport(
  { db, files }: Pick<Deps, "db" | "files">,
  importer: Importer,
  file: File,
  signal: AbortSignal,
): Promise<UserImportCheck> {
  const sheet = await readPeople(files, importer, file, signal);
  const { organizationId } = importer;
  return db.transaction().execute(async (trx) => {
    const shownElsewhere =
      organizationId === null
        ? 0
        : await lockShownElsewhere(trx, organizationId, filePartOf(sheet.rows));
    const named = await readNamed(trx, sheet.rows, importer);
    const plan = await planImport(trx, named, importer, Math.max(0, MOST_TOLD - shownElsewhere));
    const { counts, digest } = plan;
    const elsewhere = plan.rows.filter(({ reason }) => reason === personSentences.ofOther).length;
    const { new: added, update: updated, unchanged, error: skipped } = counts;
    await recordEvent(trx, {
      organizationId,
      target: { kind: userImportKind.name, id: digest, name: sheet.file.fileName },
      counts: { added, updated, unchanged, skipped, elsewhere },
    });
    return { ...sheet.file, digest, counts, rows: await presentRows(trx, allRows(plan)) };
  });
}

/** The rows of the file, and after them those who are not in it. */
function allRows({ rows, missing }: Plan): PlannedRow[] {
  const last = rows.at(-1)?.rowNo ?? 0;
  const disabled = missing.map((row, n): PlannedRow => {
    const before = knownPerson(row);
    return {
      rowNo: last + n + 1,
      line: null,
      verdict: "DISABLE",
      reason: null,
      wrong: [],
      cells: null,
      before,
      after: { ...before, status: "DISABLED" },
    };
  });
  return [...rows, ...disabled];
}

const SHOWN = [
  "email",
  "userName",
  "userNameKana",
  "isSystemAdmin",
  "isOrganizationAdmin",
  "isDictionaryAdmin",
  "status",
] as const;

/** The rows with the names of organizations and workspaces. */
async function presentRows(
  db: Kysely<Tables>,
  rows: readonly PlannedRow[],
): Promise<UserImportCheck["rows"]> {
  const people = rows
    .flatMap(({ before, after }) => [before, after])
    .filter((person) => person !== null);
  const organizationIds = people.flatMap(({ organizationId }) => organizationId ?? []);
  const organizations = await findOrganizationNames(db, [...new Set(organizationIds)]);
  const named = grouped(
    people.flatMap(({ organizationId: id, workspaceIds }) =>
      id === null ? [] : workspaceIds.map((workspaceId) => [id, workspaceId] as const),
    ),
  );
  const workspaces = new Map<number, string>();
  for (const [organizationId, ids] of named) {
    for (const row of await findWorkspaces(db, organizationId, { ids: [...new Set(ids)] })) {
      workspaces.set(row.workspace_id, row.workspace_name);
    }
  }
  const present = (person: PlannedPerson): ImportedPerson => ({
    organizationName: organizations.get(person.organizationId ?? 0) ?? null,
    ...pick(person, SHOWN),
    workspaceNames: person.workspaceIds.flatMap((id) => workspaces.get(id) ?? []),
  });
  return rows.map((row) => ({
    ...row,
    before: row.before && present(row.before),
    after: row.after && present(row.after),
    nameToRead: nameToRead(row),
  }));
}
