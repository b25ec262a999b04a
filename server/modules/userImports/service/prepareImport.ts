import { atLine } from "../../../../domain/files/sentences.ts";
import { MOST_KEPT_IMPORTS } from "../../../../domain/userImports/rules.ts";
import type { UserImport } from "../../../../domain/userImports/schemas.ts";
import {
  peopleFileSentences,
  userImportSentences,
} from "../../../../domain/userImports/sentences.ts";
import type { Deps } from "../../../context.ts";
import type { FileProblem } from "../../../formats/fileProblem.ts";
import { limitExceeded, type ProblemError, ruleBroken } from "../../../problem.ts";
import { shownFileName } from "../../../shownFileName.ts";
import { insertRows } from "../queries/importRows.ts";
import { countUserImports, deletePrepared, insertUserImport } from "../queries/userImports.ts";
import type { Importer } from "./planImport.ts";
import { foundImport, presentImport } from "./readImports.ts";

/**
 * Reads a file of people and keeps its rows for a commit; nobody changes. `signal` is that of the
 * request. Throws 422 FILE_UNREADABLE with a sentence that names the line, 422 IMPORT_ROOM_FULL,
 * 431 LIMIT_EXCEEDED.
 */
export async function prepareUserImport(
  { db, files, now }: Pick<Deps, "db" | "files" | "now">,
  importer: Importer,
  file: File,
  signal: AbortSignal,
): Promise<UserImport> {
  const { organizationId, actorId } = importer;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const scope = organizationId === null ? "users" : "members";
  const owner = { organizationId: organizationId ?? 0, signal };
  const read = await files.readPeople(bytes, scope, owner);
  if ("problem" in read) throw fileProblem(read.problem);
  const at = now();
  return db.transaction().execute(async (trx) => {
    await deletePrepared(trx, organizationId, actorId);
    const userImportId = await insertUserImport(trx, {
      organization_id: organizationId,
      file_name: shownFileName(file.name),
      encoding: read.encoding,
      ignored_columns: read.ignoredColumns,
      created_by: actorId,
      created_at: at,
    });
    const rows = read.rows.map((row, index) => ({ rowNo: index + 1, ...row }));
    await insertRows(trx, userImportId, rows);
    signal.throwIfAborted();
    if ((await countUserImports(trx, organizationId)) > MOST_KEPT_IMPORTS) {
      throw ruleBroken("IMPORT_ROOM_FULL", { message: userImportSentences.roomFull });
    }
    const target = { ...importer, userImportId };
    return presentImport(trx, target, await foundImport(trx, target), at);
  });
}

const ownSentences: Readonly<Record<string, string>> = peopleFileSentences;

function fileProblem({ code, message: general, line }: FileProblem): ProblemError {
  const own = ownSentences[code];
  const message = own === undefined ? general : line === null ? own : atLine(line, own);
  const details = { message, errors: { file: message }, extra: { file: { code, line } } };
  return code === "TOO_LARGE" || code === "TOO_MANY_ROWS"
    ? limitExceeded(details)
    : ruleBroken("FILE_UNREADABLE", details);
}
