import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import type {
  Dictionary,
  DictionaryCreate,
  DictionaryUpdate,
} from "../../../../domain/dictionaries/schemas.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { holdDictionaryRoom } from "../../../room/organizationRoom.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { endAnyLock } from "../../locks/service/endLock.ts";
import { type DictionaryWrite, holdForWriting } from "../../locks/service/writeGuard.ts";
import { presentDictionary } from "../present.ts";
import {
  type DictionaryRow,
  deleteDictionary,
  findDictionary,
  insertDictionary,
  textColumns,
  updateDictionary,
} from "../queries/dictionaries.ts";

type WriteDeps = Pick<Deps, "db" | "now">;

/**
 * Creates an unlocked dictionary. Throws 409 NAME_EXISTS if the category already has the name, 422
 * DICTIONARY_ROOM_FULL.
 */
export function createDictionary(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  organizationId: number,
  { category, dictionaryName, description = "" }: DictionaryCreate,
): Promise<Dictionary> {
  return transact(async (trx) => {
    const at = now();
    const dictionaryId = await insertDictionary(trx, {
      organization_id: organizationId,
      category,
      ...textColumns({ dictionary_name: dictionaryName, description }),
      created_at: at,
      updated_at: at,
    });
    const key = { organizationId, dictionaryId };
    const created = presentDictionary(await writtenRow(trx, key));
    await publish(trx, { before: null, after: created });
    await holdDictionaryRoom(trx, organizationId);
    return created;
  });
}

/** Throws 404, 423, 428 (see holdForWriting), 412 with the current record, 409 NAME_EXISTS. */
export function changeDictionary(
  { db, now }: WriteDeps,
  write: DictionaryWrite,
  update: DictionaryUpdate,
): Promise<Dictionary> {
  return db.transaction().execute(async (trx) => {
    const { row, current } = await opened(trx, write);
    const dictionaryName = update.dictionaryName ?? row.dictionary_name;
    const description =
      update.description === undefined ? row.description : (update.description ?? "");
    if (dictionaryName === row.dictionary_name && description === row.description) return current;
    const changed = {
      ...row,
      dictionary_name: dictionaryName,
      description,
      version: row.version + 1,
      updated_at: now(),
    };
    await updateDictionary(trx, changed);
    const after = presentDictionary(changed);
    await publish(trx, { before: current, after });
    return after;
  });
}

/** Returns the dictionary. Throws 404, 423, 428 (see holdForWriting), 412 with the current one. */
export function removeDictionary(
  { db }: Pick<Deps, "db">,
  write: DictionaryWrite,
): Promise<Dictionary> {
  return db.transaction().execute(async (trx) => {
    const { current } = await opened(trx, write);
    await endAnyLock(trx, write);
    await deleteDictionary(trx, write);
    await publish(trx, { before: current, after: null });
    return current;
  });
}

async function opened(trx: Transaction<Tables>, write: DictionaryWrite) {
  await holdForWriting(trx, write);
  const row = await writtenRow(trx, write);
  const current = presentDictionary(row);
  const target = { kind: dictionaryKind.name, id: write.dictionaryId };
  await refuseStale(trx, write.ifMatch, current, target);
  return { row, current };
}

async function writtenRow(trx: Transaction<Tables>, key: DictionaryKey): Promise<DictionaryRow> {
  const row = await findDictionary(trx, key);
  if (!row) throw new Error(`dictionary ${key.dictionaryId} is missing although it is locked`);
  return row;
}

function publish(
  trx: Transaction<Tables>,
  { before, after }: Record<"before" | "after", Dictionary | null>,
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a dictionary is published that is neither old nor new");
  const { organizationId, dictionaryId: id, dictionaryName: name } = known;
  return publishChange(trx, { kind: dictionaryKind, organizationId, id, name, before, after });
}
