import { addDays, subDays } from "date-fns";
import type { Kysely, Transaction } from "kysely";
import { atLine, unchosenSentences } from "../../domain/files/sentences.ts";
import {
  IMPORT_DAYS,
  MOST_CONVERTED,
  MOST_KEPT_IMPORTS,
  REVERT_DAYS,
} from "../../domain/imports/rules.ts";
import type { KeptFile } from "../../domain/imports/schemas.ts";
import { importErrorLabels } from "../../domain/imports/sentences.ts";
import type { Deps } from "../context.ts";
import type { Tables } from "../db/tables.ts";
import type { CsvColumn } from "../exports/csvText.ts";
import type { FileProblem } from "../formats/fileProblem.ts";
import type { SheetFile } from "../formats/sheetFile.ts";
import { conflict, limitExceeded, notFound, type ProblemError, ruleBroken } from "../problem.ts";
import { shownFileName } from "../shownFileName.ts";
import type { ImportKey, ImportScope, ImportStore, KeptImport } from "./importStore.ts";

/** The last moment at which an import can be undone. */
export function revertibleUntil(committedAt: Date): Date {
  return addDays(committedAt, REVERT_DAYS);
}

export function presentKept<Result, Undone>(
  row: KeptImport<Result, Undone>,
  now: Date,
): KeptFile & { result: Result | null; undone: Undone | null } {
  const { committed_at: committedAt, reverted_at: revertedAt } = row;
  const until = committedAt && !revertedAt ? revertibleUntil(committedAt) : null;
  return {
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

/** What an import says of its file. */
export function presentFile(
  row: Pick<KeptImport<unknown, unknown>, "encoding" | "ignored_columns" | "converted_lines">,
) {
  const { encoding, ignored_columns: ignoredColumns, converted_lines: lines } = row;
  const converted = { total: lines.length, lines: lines.slice(0, MOST_CONVERTED) };
  return { encoding, ignoredColumns, converted };
}

/** An answer of 422 or 431 to a file that cannot be read; `own` sentences replace the general ones. */
export function fileRefusal(
  { code, message: general, line }: FileProblem,
  own: Readonly<Record<string, string>>,
): ProblemError {
  const sentences: Readonly<Record<string, string>> = { ...unchosenSentences, ...own };
  const sentence = sentences[code];
  const message =
    sentence === undefined ? general : line === null ? sentence : atLine(line, sentence);
  const details = { message, errors: { file: message }, extra: { file: { code, line } } };
  return code === "TOO_LARGE" || code === "TOO_MANY_ROWS"
    ? limitExceeded(details)
    : ruleBroken("FILE_UNREADABLE", details);
}

interface DryRun<Field extends string> {
  scope: ImportScope;
  file: File;
  read: SheetFile<Field>;
  actorId: string;
  at: Date;
  /** Of the request; nothing is kept once it has ended. */
  signal: AbortSignal;
  /** The sentence of 422 IMPORT_ROOM_FULL. */
  roomFull: string;
}

/** Keeps the rows of a file for a commit, in the place of the last dry run of the same person. */
export async function keepDryRun<Field extends string, Result, Undone>(
  trx: Transaction<Tables>,
  store: ImportStore<Partial<Record<Field, string>>, Result, Undone>,
  { scope, file, read, actorId, at, signal, roomFull }: DryRun<Field>,
): Promise<number> {
  await store.removePrepared(trx, scope, actorId);
  const importId = await store.insert(trx, scope, {
    fileName: shownFileName(file.name),
    encoding: read.encoding,
    ignoredColumns: read.ignoredColumns,
    convertedLines: read.convertedLines,
    createdBy: actorId,
    createdAt: at,
  });
  const rows = read.rows.map((row, index) => ({ rowNo: index + 1, ...row }));
  await store.insertRows(trx, importId, rows);
  signal.throwIfAborted();
  if ((await store.count(trx, scope)) > MOST_KEPT_IMPORTS) {
    throw ruleBroken("IMPORT_ROOM_FULL", { message: roomFull });
  }
  return importId;
}

/** The part of a store that reads an import and holds it. */
interface Holding<Result, Undone> {
  find: (db: Kysely<Tables>, key: ImportKey) => Promise<KeptImport<Result, Undone> | undefined>;
  hold: (trx: Transaction<Tables>, key: ImportKey) => Promise<void>;
}

/** Throws 404. */
export async function foundImport<Result, Undone>(
  db: Kysely<Tables>,
  store: Holding<Result, Undone>,
  key: ImportKey,
): Promise<KeptImport<Result, Undone>> {
  const row = await store.find(db, key);
  if (!row) throw notFound();
  return row;
}

/** Holds an import that is not committed. Throws 404, 409 ALREADY_COMMITTED. */
export async function openImport<Result, Undone>(
  trx: Transaction<Tables>,
  store: Holding<Result, Undone>,
  key: ImportKey,
): Promise<KeptImport<Result, Undone>> {
  await store.hold(trx, key);
  const row = await foundImport(trx, store, key);
  if (row.committed_at) throw conflict("ALREADY_COMMITTED");
  return row;
}

/** Holds an import that can be undone. Throws 404, 409 ALREADY_REVERTED, 422 NOT_COMMITTED, TOO_LATE. */
export async function revertibleImport<Result, Undone>(
  trx: Transaction<Tables>,
  store: Holding<Result, Undone>,
  key: ImportKey,
  at: Date,
): Promise<KeptImport<Result, Undone>> {
  await store.hold(trx, key);
  const row = await foundImport(trx, store, key);
  if (!row.committed_at) throw ruleBroken("NOT_COMMITTED");
  if (row.reverted_at) throw conflict("ALREADY_REVERTED");
  if (at > revertibleUntil(row.committed_at)) throw ruleBroken("TOO_LATE");
  return row;
}

/** An error row with the reason for which it changes nothing. */
export interface RefusedRow<Field extends string> {
  line: number | null;
  reason: string | null;
  cells: Partial<Record<Field, string>> | null;
}

/** The columns of a file of error rows, which can be imported as it is. */
export function errorColumns<Field extends string>(
  fields: readonly Field[],
  headings: Readonly<Record<Field, string>>,
): CsvColumn<RefusedRow<Field>>[] {
  return [
    ...fields.map((field) => ({
      label: headings[field],
      value: ({ cells }: RefusedRow<Field>) => cells?.[field] ?? "",
    })),
    { label: importErrorLabels.line, value: ({ line }) => line ?? "" },
    { label: importErrorLabels.reason, value: ({ reason }) => reason ?? "" },
  ];
}

const PREPARED_DAYS = 1;

/** Deletes old imports, and what they changed once they cannot be undone. */
export async function removeOldImports(
  { db, now }: Pick<Deps, "db" | "now">,
  store: Pick<ImportStore<unknown, unknown, unknown>, "removeOld" | "forgetOldChanges">,
): Promise<void> {
  const preparedBefore = subDays(now(), PREPARED_DAYS);
  const committedBefore = subDays(now(), IMPORT_DAYS);
  await store.removeOld(db, { preparedBefore, committedBefore });
  await store.forgetOldChanges(db, subDays(now(), REVERT_DAYS));
}
