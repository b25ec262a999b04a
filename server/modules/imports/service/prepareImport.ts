import type { Transaction } from "kysely";
import { writtenAs } from "../../../../domain/entries/rules.ts";
import type { FileEncoding, ImportFormat } from "../../../../domain/files/formats.ts";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { transactOn } from "../../../db/transact.ts";
import { fileRefusal, shownFileName } from "../../../fileImports/uploadedSheet.ts";
import type { FileEntry } from "../../../formats/fitness.ts";
import type { FileRow } from "../../../formats/readFile.ts";
import { notFound } from "../../../problem.ts";
import { entryKeys } from "../../entries/queries/entries.ts";
import type { LockTarget } from "../../locks/service/takeLock.ts";
import { measureImport } from "../queries/importCapacity.ts";
import { insertRows, type StagedRow } from "../queries/importRows.ts";
import { deletePrepared, type ImportKey, insertImport } from "../queries/imports.ts";
import { limitImports } from "./commitImport.ts";
import { readImport } from "./readImports.ts";

type ImportDeps = Pick<Deps, "db" | "files" | "now">;

export interface Upload {
  file: File;
  format?: ImportFormat | undefined;
  encoding?: FileEncoding | undefined;
}

/** Writing so much takes about 5 ms, during which no other request runs. */
const ROWS_AT_ONCE = 150;
const CHARACTERS_AT_ONCE = 500_000;

/**
 * Reads a file and keeps its rows for a commit. The dictionary does not change. `signal` is that
 * of the request: what is not wanted any more is dropped. Throws 404, 422 FILE_UNREADABLE with a
 * sentence that names the line, 422 IMPORT_ROOM_FULL, 431 LIMIT_EXCEEDED.
 */
export async function prepareImport(
  { db, files, now }: ImportDeps,
  target: LockTarget,
  { file, ...hints }: Upload,
  signal: AbortSignal,
): Promise<DictionaryImport> {
  const read = await files.read(new Uint8Array(await file.arrayBuffer()), hints, {
    ...target,
    signal,
  });
  if ("problem" in read) throw fileRefusal(read.problem);
  const at = now();
  return transactOn(db)(async (trx) => {
    await deletePrepared(trx, target, target.userId);
    const importId = await insertImport(trx, target, {
      file_name: shownFileName(file.name),
      format: read.format,
      encoding: read.encoding,
      recognised_format: read.recognised.format,
      recognised_encoding: read.recognised.encoding,
      warning: read.warning,
      ignored_columns: read.ignoredColumns,
      converted_lines: read.convertedLines,
      created_by: target.userId,
      created_at: at,
    });
    if (importId === undefined) throw notFound();
    const key = { ...target, importId };
    await stageRows(trx, key, read.rows, signal);
    await measureImport(trx, key);
    limitImports(trx, { key });
    return readImport({ db: trx, now: () => at }, key);
  });
}

async function stageRows(
  trx: Transaction<Tables>,
  key: ImportKey,
  rows: readonly FileRow[],
  signal: AbortSignal,
): Promise<void> {
  const firstLines = new Map<string, number>();
  let written = Promise.resolve();
  for (let start = 0, end = 0; start < rows.length; start = end) {
    end = endOfPart(rows, start);
    // Folds these rows while the database writes those before.
    const staged = rows
      .slice(start, end)
      .map((row, index) => stagedRow(row, start + index + 1, firstLines));
    await written;
    signal.throwIfAborted();
    written = insertRows(trx, key, staged);
  }
  await written;
}

/** Where the rows end that are written at once. Only error rows may be long. */
function endOfPart(rows: readonly FileRow[], start: number): number {
  let characters = 0;
  let end = start;
  while (end < rows.length && end < start + ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) {
    const row = rows[end];
    if (row && "reason" in row) {
      const texts = [row.reason, row.raw ?? "", ...Object.values(row.cells ?? {})];
      characters += texts.reduce((sum, { length }) => sum + length, 0);
    }
    end += 1;
  }
  return end;
}

/** What a row writes of an entry, with its keys. */
export function stagedValues(entry: FileEntry): NonNullable<StagedRow["values"]> {
  const { surface, reading, partOfSpeech, weight, note, enabled } = entry;
  return {
    surface,
    reading,
    part_of_speech: partOfSpeech ?? null,
    weight: weight ?? null,
    note: note ?? null,
    enabled: enabled ?? null,
    ...entryKeys({ surface, reading }),
  };
}

function stagedRow(row: FileRow, rowNo: number, firstLines: Map<string, number>): StagedRow {
  const { line } = row;
  if ("reason" in row) {
    const { reason, cells, raw } = row;
    return { row_no: rowNo, line, reason, cells, raw, first_line: null, values: null };
  }
  const written = writtenAs(row.entry);
  const firstLine = firstLines.get(written) ?? null;
  if (firstLine === null) firstLines.set(written, line);
  return {
    row_no: rowNo,
    line,
    reason: null,
    cells: null,
    raw: null,
    first_line: firstLine,
    values: stagedValues(row.entry),
  };
}
