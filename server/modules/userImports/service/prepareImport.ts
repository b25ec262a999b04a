import { userImportKind } from "../../../../domain/api/userImports.ts";
import { MOST_TOLD } from "../../../../domain/userImports/rules.ts";
import type { UserImport } from "../../../../domain/userImports/schemas.ts";
import {
  peopleFileSentences,
  personSentences,
  userImportSentences,
} from "../../../../domain/userImports/sentences.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import { fileRefusal, foundImport, keepDryRun } from "../../../fileImports/keptFile.ts";
import { limitTold } from "../queries/told.ts";
import { keyOf, scopeOf, userImportStore } from "../queries/userImports.ts";
import type { Importer } from "./planImport.ts";
import { planOf, presentImport } from "./readImports.ts";

/**
 * Reads a file of people and keeps its rows for a commit; nobody changes. The log has its counts, and of
 * addresses of other organizations only MOST_TOLD are told within an hour. `signal` is that of the
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
  if ("problem" in read) throw fileRefusal(read.problem, peopleFileSentences);
  const at = now();
  return db.transaction().execute(async (trx) => {
    const userImportId = await keepDryRun(trx, userImportStore, {
      ...{ scope: scopeOf(importer), file, read, actorId, at, signal },
      roomFull: userImportSentences.roomFull,
    });
    const target = { ...importer, userImportId };
    if (organizationId !== null) await limitTold(trx, { organizationId, userImportId }, MOST_TOLD);
    const kept = await foundImport(trx, userImportStore, keyOf(target));
    const plan = await planOf(trx, target);
    const elsewhere = plan.rows.filter(({ reason }) => reason === personSentences.ofOther).length;
    const { new: added, update: updated, unchanged, error: skipped } = plan.counts;
    await recordEvent(trx, {
      organizationId,
      target: { kind: userImportKind.name, id: userImportId, name: kept.file_name },
      counts: { added, updated, unchanged, skipped, elsewhere },
    });
    return presentImport(trx, target, kept, at, plan);
  });
}
