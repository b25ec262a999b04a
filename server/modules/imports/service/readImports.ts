import type { Kysely } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { ImportVerdict } from "../../../../domain/imports/rules.ts";
import type {
  DictionaryImport,
  ImportRow,
  ImportSummary,
} from "../../../../domain/imports/schemas.ts";
import { importErrorLabels } from "../../../../domain/imports/sentences.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { errorColumns, presentImport, presentRow, presentSummary } from "../present.ts";
import { allErrors, countVerdicts, findRows, hasErrorNote } from "../queries/importRows.ts";
import {
  findImport,
  findImports,
  type ImportKey,
  type ImportRow as StoredImport,
} from "../queries/imports.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

/** A page of the committed imports of a dictionary; throws 404 without the dictionary. */
export async function listImports(
  { db, now }: ReadDeps,
  key: DictionaryKey,
  query: ListQuery<"importId">,
): Promise<Page<ImportSummary>> {
  const found = await findImports(db, key, query);
  if (!found) throw notFound();
  const content = found.rows.map((row) => presentSummary(row, now()));
  return pageAnswer(query, { content, total: found.total });
}

/** An import with its counts against the dictionary as it is now; throws 404. */
export async function readImport({ db, now }: ReadDeps, key: ImportKey): Promise<DictionaryImport> {
  const row = await foundImport(db, key);
  return presentImport(row, await countVerdicts(db, key), now());
}

/** A page of the rows of an import, with the entry before and after; throws 404. */
export async function listRows(
  { db }: Pick<Deps, "db">,
  key: ImportKey,
  query: ListQuery<"rowNo" | "verdict">,
  verdict: ImportVerdict | undefined,
): Promise<Page<ImportRow>> {
  await foundImport(db, key);
  const { rows, total } = await findRows(db, key, query, verdict);
  return pageAnswer(query, { content: rows.map(presentRow), total });
}

/** The error rows of an import as our own CSV, with line and reason; throws 404, 503 OVERLOADED. */
export async function exportErrors(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  key: ImportKey,
): Promise<CsvFile> {
  await foundImport(db, key);
  return exports.open({
    title: importErrorLabels.title,
    asciiTitle: "import-errors",
    day: tokyoDate(now()),
    columns: errorColumns(await hasErrorNote(db, key)),
    prepare: allErrors(key),
    present: (row) => row,
  });
}

/** Throws 404. */
export async function foundImport(db: Kysely<Tables>, key: ImportKey): Promise<StoredImport> {
  const row = await findImport(db, key);
  if (!row) throw notFound();
  return row;
}
