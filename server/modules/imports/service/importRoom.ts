import type { Transaction } from "kysely";
import { importsFit } from "../../../../domain/organizations/room.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";
import { ruleBroken } from "../../../problem.ts";
import { answerBytes, importBytes } from "../../../room/keptBytes.ts";
import { holdOrganization } from "../../../room/organizationRoom.ts";
import { deleteImports, holdPrepared } from "../queries/importRoom.ts";
import type { ImportKey } from "../queries/imports.ts";

interface StoredImport {
  key: ImportKey & { userId: string };
  at: Date;
  /** By default throws 422 IMPORT_ROOM_FULL. */
  onFull?(): Promise<void>;
}

/**
 * Takes an import, or an act on entries, that stores something. At the end of the transaction prepared
 * imports and other acts are deleted until there is enough room, first those of the user, the oldest
 * first.
 */
export const limitImports = endStep<StoredImport>("importLimit", async (trx, stored) => {
  for (const { key, at, onFull = refuse } of stored) {
    if (!(await makeRoom(trx, key, at))) await onFull();
  }
});

async function refuse(): Promise<never> {
  throw ruleBroken("IMPORT_ROOM_FULL");
}

async function makeRoom(
  trx: Transaction<Tables>,
  key: StoredImport["key"],
  at: Date,
): Promise<boolean> {
  const { organizationId, userId } = key;
  await holdOrganization(trx, organizationId);
  let kept = await importBytes(trx, organizationId);
  const answers = await answerBytes(trx, organizationId, at);
  if (importsFit(kept, answers)) return true;
  const gone: number[] = [];
  for (const { import_id, kept_bytes } of await holdPrepared(trx, key, userId)) {
    if (importsFit(kept, answers)) break;
    kept -= kept_bytes;
    gone.push(import_id);
  }
  if (!importsFit(kept, answers)) return false;
  await deleteImports(trx, organizationId, gone);
  return true;
}
