import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { importErrorLabels } from "../../../../domain/imports/sentences.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { userImportErrorsTitle } from "../../../../domain/userImports/labels.ts";
import type { PlannedRow } from "../../../../domain/userImports/plan.ts";
import type { UserImportVerdict } from "../../../../domain/userImports/rules.ts";
import type {
  UserImport,
  UserImportMails,
  UserImportRow,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { findOrganizationNames } from "../../organizations/queries.ts";
import {
  errorColumns,
  knownPerson,
  type Names,
  presentRow,
  presentSummary,
  type RefusedRow,
} from "../present.ts";
import { countMails, findFailed } from "../queries/importChanges.ts";
import { rowsOf } from "../queries/importRows.ts";
import { findWorkspaces } from "../queries/known.ts";
import {
  findUserImport,
  findUserImports,
  type UserImportRow as KeptImport,
  type UserImportKey,
} from "../queries/userImports.ts";
import { type Importer, type Plan, planImport, readNamed } from "./planImport.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** An import as its caller may see it. */
export type ImportTarget = Importer & UserImportKey;

/** A page of the committed imports. */
export async function listUserImports(
  { db, now }: ReadDeps,
  { organizationId }: Importer,
  query: ListQuery<"userImportId">,
): Promise<Page<UserImportSummary>> {
  const { rows, total } = await findUserImports(db, organizationId, query);
  return pageAnswer(query, { content: rows.map((row) => presentSummary(row, now())), total });
}

/** An import with what it would do now, or what has become of its invitations. Throws 404. */
export async function readUserImport(
  { db, now }: ReadDeps,
  target: ImportTarget,
): Promise<UserImport> {
  const row = await foundImport(db, target);
  return presentImport(db, target, row, now());
}

/** The same of an import that was read already. */
export async function presentImport(
  db: Kysely<Tables>,
  target: ImportTarget,
  row: KeptImport,
  now: Date,
): Promise<UserImport> {
  const summary = presentSummary(row, now);
  const { encoding, ignored_columns: ignoredColumns } = row;
  const kept = { ...summary, encoding, ignoredColumns };
  if (row.committed_at) {
    return { ...kept, counts: null, digest: null, mails: await readMails(db, row) };
  }
  const { counts, digest } = await planOf(db, target);
  return { ...kept, counts, digest, mails: null };
}

const MOST_FAILED = 100;

async function readMails(
  db: Kysely<Tables>,
  { user_import_id, result, reverted_at }: KeptImport,
): Promise<UserImportMails> {
  if (reverted_at) return { sent: 0, waiting: 0, failed: 0, failedPeople: [] };
  const { waiting, failed } = await countMails(db, user_import_id);
  const people = failed > 0 ? await findFailed(db, user_import_id, MOST_FAILED) : [];
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

async function planOf(db: Kysely<Tables>, target: ImportTarget): Promise<Plan> {
  return planImport(db, await readNamed(db, target.userImportId, target), target);
}

/** A page of what an import would do, person by person; nothing once it is committed. Throws 404. */
export async function listRows(
  { db }: Pick<Deps, "db">,
  target: ImportTarget,
  query: ListQuery<"rowNo">,
  verdict: UserImportVerdict | undefined,
): Promise<Page<UserImportRow>> {
  const row = await foundImport(db, target);
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
  const row = await foundImport(db, target);
  const { rows } = row.committed_at ? { rows: [] } : await planOf(db, target);
  const errors = new Map(
    rows.filter(({ verdict }) => verdict === "ERROR").map((one) => [one.rowNo, one]),
  );
  return exports.open({
    title: userImportErrorsTitle,
    asciiTitle: "user-import-errors",
    day: tokyoDate(now()),
    columns: errorColumns(target.organizationId === null ? "users" : "members"),
    prepare: rowsOf(target.userImportId, [...errors.keys()]),
    present: ({ row_no, line }): RefusedRow =>
      errors.get(row_no) ?? { line, reason: importErrorLabels.reason, cells: null },
  });
}

/** Throws 404. */
export async function foundImport(db: Kysely<Tables>, key: UserImportKey): Promise<KeptImport> {
  const row = await findUserImport(db, key);
  if (!row) throw notFound();
  return row;
}
