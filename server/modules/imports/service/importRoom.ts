import type { Transaction } from "kysely";
import { IMPORT_BYTES } from "../../../../domain/organizations/room.ts";
import type { Tables } from "../../../db/tables.ts";
import { ruleBroken } from "../../../problem.ts";
import { importBytes } from "../../../room/keptBytes.ts";
import { holdOrganization } from "../../../room/organizationRoom.ts";
import { deleteImports, holdPrepared } from "../queries/importRoom.ts";
import type { ImportKey } from "../queries/imports.ts";

/**
 * Makes room for what an import or an act on entries keeps: prepared imports and other acts go, first
 * those of the user, the oldest first. Returns whether that is enough. Call it last (see
 * holdOrganization).
 */
export async function makeImportRoom(
  trx: Transaction<Tables>,
  key: ImportKey & { userId: string },
): Promise<boolean> {
  const { organizationId, userId } = key;
  await holdOrganization(trx, organizationId);
  let kept = await importBytes(trx, organizationId);
  if (kept <= IMPORT_BYTES) return true;
  const gone: number[] = [];
  for (const { import_id, kept_bytes } of await holdPrepared(trx, key, userId)) {
    if (kept <= IMPORT_BYTES) break;
    kept -= kept_bytes;
    gone.push(import_id);
  }
  if (kept > IMPORT_BYTES) return false;
  await deleteImports(trx, organizationId, gone);
  return true;
}

/** The same for an import. Throws 422 IMPORT_ROOM_FULL if that is not enough. */
export async function holdImportRoom(...room: Parameters<typeof makeImportRoom>): Promise<void> {
  if (!(await makeImportRoom(...room))) throw ruleBroken("IMPORT_ROOM_FULL");
}
