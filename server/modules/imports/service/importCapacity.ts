import type { Transaction } from "kysely";
import { IMPORT_BYTES } from "../../../../domain/organizations/capacity.ts";
import { lockOrganizationRow } from "../../../capacity/organizationCapacity.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";
import { ruleBroken } from "../../../problem.ts";
import { deleteImports, importBytes, lockPreparedRows } from "../queries/importCapacity.ts";
import type { ImportKey } from "../queries/imports.ts";

interface StoredImport {
  key: ImportKey & { userId: string };
  /** By default throws 422 IMPORT_ROOM_FULL. */
  onFull?(): Promise<void>;
}

/**
 * Takes an import, or an act on entries, that stores something. At the end of the transaction prepared
 * imports and other acts are deleted until there is enough room, first those of the user, the oldest
 * first.
 */
export const limitImports = endStep<StoredImport>("importLimit", async (trx, stored) => {
  for (const { key, onFull = refuse } of stored) {
    if (!(await freeCapacity(trx, key))) await onFull();
  }
});

async function refuse(): Promise<never> {
  throw ruleBroken("IMPORT_ROOM_FULL");
}

async function freeCapacity(trx: Transaction<Tables>, key: StoredImport["key"]): Promise<boolean> {
  const { organizationId, userId } = key;
  await lockOrganizationRow(trx, organizationId);
  let stored = await importBytes(trx, organizationId);
  if (stored <= IMPORT_BYTES) return true;
  const deleted: number[] = [];
  for (const { import_id, kept_bytes } of await lockPreparedRows(trx, key, userId)) {
    if (stored <= IMPORT_BYTES) break;
    stored -= kept_bytes;
    deleted.push(import_id);
  }
  if (stored > IMPORT_BYTES) return false;
  await deleteImports(trx, organizationId, deleted);
  return true;
}
