import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { importErrorLabels } from "../../../../domain/imports/sentences.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { personHeadings, userImportErrorsTitle } from "../../../../domain/userImports/labels.ts";
import type { PlannedRow } from "../../../../domain/userImports/plan.ts";
import {
  type PersonField,
  scopeFields,
  type UserImportVerdict,
} from "../../../../domain/userImports/rules.ts";
import type {
  UserImport,
  UserImportMails,
  UserImportRow,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import {
  errorColumns,
  foundImport,
  presentFile,
  type RefusedRow,
} from "../../../fileImports/keptFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { findOrganizationNames } from "../../organizations/queries.ts";
import { findWorkspaces } from "../../people/users/queries/manyPeople.ts";
import { knownPerson, type Names, presentRow, presentSummary } from "../present.ts";
import { countMails, findFailed } from "../queries/importChanges.ts";
import {
  type KeptUserImport,
  keyOf,
  scopeOf,
  type UserImportKey,
  userImportStore,
} from "../queries/userImports.ts";
import { type Importer, type Plan, planImport, readNamed } from "./planImport.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** An import as its caller may see it. */
export type ImportTarget = Importer & UserImportKey;

/** A page of the committed imports. */
export async function listUserImports(
  { db, now }: ReadDeps,
  importer: Importer,
  query: ListQuery<"userImportId">,
): Promise<Page<UserImportSummary>> {
  const { rows, total } = await userImportStore.findCommitted(db, scopeOf(importer), query);
  const content = rows.map((row) => presentSummary(row.import_id, row, now()));
  return pageAnswer(query, { content, total });
}

/** An import with what it would do now, or what has become of its invitations. Throws 404. */
export async function readUserImport(
  { db, now }: ReadDeps,
  target: ImportTarget,
): Promise<UserImport> {
  const row = await foundImport(db, userImportStore, keyOf(target));
  return presentImport(db, target, row, now());
}

/** The same of an import that was read already. */
export async function presentImport(
  db: Kysely<Tables>,
  target: ImportTarget,
  row: KeptUserImport,
  now: Date,
  plan?: Plan,
): Promise<UserImport> {
  const summary = presentSummary(target.userImportId, row, now);
  const kept = { ...summary, ...presentFile(row) };
  if (row.committed_at) {
    return { ...kept, counts: null, digest: null, mails: await readMails(db, row) };
  }
  const { counts, digest } = plan ?? (await planOf(db, target));
  return { ...kept, counts, digest, mails: null };
}

const MOST_FAILED = 100;

async function readMails(
  db: Kysely<Tables>,
  { import_id, result, reverted_at }: KeptUserImport,
): Promise<UserImportMails> {
  if (reverted_at) return { sent: 0, waiting: 0, failed: 0, failedPeople: [] };
  const { waiting, failed } = await countMails(db, import_id);
  const people = failed > 0 ? await findFailed(db, import_id, MOST_FAILED) : [];
  return {
    sent: Math.max(0, (result?.added ?? 0) - waiting - failed),
    waiting,
    failed,
    failedPeople: people.map(({ user_id: userId, user_name: userName, email }) => ({
      userId,
      userName,
      email,
    })),
  };
}

/** What an import would do now. */
export async function planOf(db: Kysely<Tables>, target: ImportTarget): Promise<Plan> {
  return planImport(db, await readNamed(db, target.userImportId, target), target);
}

/** A page of what an import would do, person by person; nothing once it is committed. Throws 404. */
export async function listRows(
  { db }: Pick<Deps, "db">,
  target: ImportTarget,
  query: ListQuery<"rowNo">,
  verdict: UserImportVerdict | undefined,
): Promise<Page<UserImportRow>> {
  const row = await foundImport(db, userImportStore, keyOf(target));
  if (row.committed_at) return pageAnswer(query, { content: [], total: 0 });
  const plan = await planOf(db, target);
  const wanted = allRows(plan).filter((one) => !verdict || one.verdict === verdict);
  if (query.sort.direction === "desc") wanted.reverse();
  const shown = wanted.slice(query.page * query.size, (query.page + 1) * query.size);
  const names = await namesOf(db, shown);
  const content = shown.map((one) => presentRow(one, names));
  return pageAnswer(query, { content, total: wanted.length });
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

/** The error rows of an import as CSV, with line and reason; throws 404, 503 OVERLOADED. */
export async function exportErrors(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  target: ImportTarget,
): Promise<CsvFile> {
  const row = await foundImport(db, userImportStore, keyOf(target));
  const { rows } = row.committed_at ? { rows: [] } : await planOf(db, target);
  const scope = target.organizationId === null ? "users" : "members";
  const errors = new Map(
    rows.filter(({ verdict }) => verdict === "ERROR").map((one) => [one.rowNo, one]),
  );
  return exports.open({
    title: userImportErrorsTitle,
    asciiTitle: "user-import-errors",
    day: tokyoDate(now()),
    columns: errorColumns(scopeFields[scope], personHeadings),
    prepare: userImportStore.errorRows(target.userImportId, [...errors.keys()]),
    present: ({ row_no, line }): RefusedRow<PersonField> =>
      errors.get(row_no) ?? { line, reason: importErrorLabels.reason, cells: null },
  });
}
