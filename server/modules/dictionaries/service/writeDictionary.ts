import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import type {
  Dictionary,
  DictionaryCreate,
  DictionaryUpdate,
} from "../../../../domain/dictionaries/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { validationFailed } from "../../../problem.ts";
import { holdDictionaryRoom, holdOrganization } from "../../../room/organizationRoom.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { endAnyLock } from "../../locks/service/endLock.ts";
import { type DictionaryWrite, holdForWriting } from "../../locks/service/writeGuard.ts";
import { newChange, settleRevision } from "../../vocabulary/queries/revision.ts";
import { presentDictionary } from "../present.ts";
import {
  type DictionaryRow,
  deleteDictionary,
  findDictionary,
  findNamedWorkspaces,
  insertDictionary,
  reviseEntries,
  textColumns,
  updateDictionary,
} from "../queries/dictionaries.ts";

type WriteDeps = Pick<Deps, "db" | "now">;

/**
 * Creates an unlocked dictionary. Throws 409 NAME_EXISTS if the category already has the name, 422
 * DICTIONARY_ROOM_FULL, 422 `errors.workspaceIds` for an unknown workspace.
 */
export function createDictionary(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  organizationId: number,
  { category, dictionaryName, description = "", workspaceIds = [] }: DictionaryCreate,
): Promise<Dictionary> {
  return transact(async (trx) => {
    const at = now();
    const dictionaryId = await insertDictionary(trx, {
      organization_id: organizationId,
      category,
      ...textColumns({ dictionary_name: dictionaryName, description }),
      workspace_ids: workspaceIds.toSorted(byNumber),
      created_at: at,
      updated_at: at,
    });
    const key = { organizationId, dictionaryId };
    const created = presentDictionary(await writtenRow(trx, key));
    await publish(trx, { before: null, after: created });
    await holdDictionaryRoom(trx, organizationId);
    await refuseUnknownWorkspaces(trx, created);
    return created;
  });
}

/** Throws 404, 423, 428 (see holdForWriting), 412 with the current record, 409 NAME_EXISTS, 422 as above. */
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
    const workspaceIds = update.workspaceIds?.toSorted(byNumber) ?? row.workspace_ids;
    const isMoved = !isDeepStrictEqual(workspaceIds, row.workspace_ids);
    const isRenamed = dictionaryName !== row.dictionary_name || description !== row.description;
    if (!isMoved && !isRenamed) return current;
    const changed = {
      ...row,
      dictionary_name: dictionaryName,
      description,
      workspace_ids: workspaceIds,
      version: row.version + 1,
      updated_at: now(),
    };
    await updateDictionary(trx, changed);
    const after = presentDictionary(changed);
    await publish(trx, { before: current, after });
    if (isMoved) {
      const changeId = await newChange(trx);
      await reviseEntries(trx, write, changeId);
      await holdOrganization(trx, write.organizationId);
      await refuseUnknownWorkspaces(trx, after);
      await settleRevision(trx, write.organizationId, changeId);
    }
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
    const changeId = await newChange(trx);
    await deleteDictionary(trx, write, changeId);
    await publish(trx, { before: current, after: null });
    await settleRevision(trx, write.organizationId, changeId);
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

/**
 * Call it while the organization is held, so that none of the workspaces is deleted meanwhile (see
 * removeWorkspace).
 */
async function refuseUnknownWorkspaces(
  trx: Transaction<Tables>,
  { organizationId, workspaceIds }: Dictionary,
): Promise<void> {
  const known = await findNamedWorkspaces(trx, organizationId, workspaceIds);
  if (known.length === workspaceIds.length) return;
  throw validationFailed({ workspaceIds: fieldSentences.workspaceUnknown });
}

async function publish(
  trx: Transaction<Tables>,
  { before, after }: Record<"before" | "after", Dictionary | null>,
): Promise<void> {
  const known = after ?? before;
  if (!known) throw new Error("a dictionary is published that is neither old nor new");
  const { organizationId, dictionaryId: id, dictionaryName: name } = known;
  const ids = [before, after].flatMap((record) => record?.workspaceIds ?? []);
  const named = await findNamedWorkspaces(trx, organizationId, ids);
  /** Of its workspaces only those that the other one lacks. */
  const withNames = (record: Dictionary | null, other: Dictionary | null) =>
    record && {
      ...record,
      workspaces: named.filter(
        ({ workspaceId }) =>
          record.workspaceIds.includes(workspaceId) && !other?.workspaceIds.includes(workspaceId),
      ),
    };
  await publishChange(trx, {
    kind: dictionaryKind,
    organizationId,
    id,
    name,
    before: withNames(before, after),
    after: withNames(after, before),
  });
}

const byNumber = (one: number, other: number) => one - other;
