import type { Kysely } from "kysely";
import { userImportKind } from "../../../../domain/api/userImports.ts";
import type { PlannedRow } from "../../../../domain/userImports/plan.ts";
import { MOST_TOLD, type PersonField } from "../../../../domain/userImports/rules.ts";
import type { UserImportCheck } from "../../../../domain/userImports/schemas.ts";
import { peopleFileSentences, personSentences } from "../../../../domain/userImports/sentences.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { type UploadedSheet, uploadedSheet } from "../../../fileImports/uploadedSheet.ts";
import { findOrganizationNames } from "../../organizations/queries.ts";
import { findWorkspaces } from "../../people/users/queries/manyPeople.ts";
import { knownPerson, type Names, presentRow } from "../present.ts";
import { lockShownElsewhere } from "../queries/shownElsewhere.ts";
import { filePartOf, type Importer, type Plan, planImport, readNamed } from "./planImport.ts";

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
    const rows = allRows(plan);
    const names = await namesOf(trx, rows);
    const shown = rows.map((row) => presentRow(row, names));
    return { ...sheet.file, digest, counts, rows: shown };
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

async function namesOf(db: Kysely<Tables>, rows: readonly PlannedRow[]): Promise<Names> {
  const ids = new Map<number, Set<number>>();
  for (const person of rows.flatMap(({ before, after }) => [before, after])) {
    if (!person || person.organizationId === null) continue;
    const known = ids.get(person.organizationId) ?? new Set();
    for (const id of person.workspaceIds) known.add(id);
    ids.set(person.organizationId, known);
  }
  const workspaces = new Map<number, string>();
  for (const [organizationId, all] of ids) {
    if (all.size === 0) continue;
    for (const row of await findWorkspaces(db, organizationId, { ids: [...all] })) {
      workspaces.set(row.workspace_id, row.workspace_name);
    }
  }
  return { organizations: await findOrganizationNames(db, [...ids.keys()]), workspaces };
}
