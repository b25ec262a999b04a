import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { recordsCounted, staleRowSentence } from "../../../../domain/bulkSentences.ts";
import { manyDictionarySentences } from "../../../../domain/dictionaries/rules.ts";
import type {
  AssignedDictionaries,
  Dictionary,
  DictionaryAssignments,
  DictionaryCreate,
  DictionaryUpdate,
} from "../../../../domain/dictionaries/schemas.ts";
import { changedFields } from "../../../../domain/fields.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { actOnMany } from "../../../audit/acting.ts";
import { recordEvent, refuseStale } from "../../../audit/recordEvent.ts";
import { limitDictionaries, lockOrganizationRow } from "../../../capacity/organizationCapacity.ts";
import type { Deps, Member } from "../../../context.ts";
import { fieldColumns } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep, type Transact, transactOn, type WriteTransaction } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { endAnyLock } from "../../locks/service/endLock.ts";
import { heldSentence } from "../../locks/service/settleLock.ts";
import { type DictionaryWrite, lockForWriting } from "../../locks/service/writeGuard.ts";
import { newChange } from "../../vocabulary/queries/vocabulary.ts";
import {
  type DictionaryRow,
  deleteDictionary,
  findDictionary,
  findNamedWorkspaces,
  insertDictionary,
  lockDictionaryRows,
  reviseEntries,
  textColumns,
  updateDictionary,
} from "../queries/dictionaries.ts";
import { presentDictionary } from "./readDictionaries.ts";

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
    limitDictionaries(trx, organizationId);
    refuseUnknownWorkspaces(trx, created);
    return created;
  });
}

const EDITABLE_FIELDS = ["dictionaryName", "description", "workspaceIds"] as const;
const editable = fieldColumns(EDITABLE_FIELDS);

/** Throws 404, 423, 428 (see lockForWriting), 412 with the current record, 409 NAME_EXISTS, 422 as above. */
export function changeDictionary(
  { db, now }: WriteDeps,
  write: DictionaryWrite,
  update: DictionaryUpdate,
): Promise<Dictionary> {
  return transactOn(db)(async (trx) => {
    const { row, current } = await opened(trx, write);
    const description = update.description === null ? "" : update.description;
    const workspaceIds = update.workspaceIds?.toSorted(byNumber);
    const wanted = { ...update, description, workspaceIds };
    const changes = changedFields(current, wanted, EDITABLE_FIELDS);
    if (Object.keys(changes).length === 0) return current;
    const changed = {
      ...row,
      ...editable.write({ ...current, ...changes }),
      version: row.version + 1,
      updated_at: now(),
    };
    await updateDictionary(trx, changed);
    const after = presentDictionary(changed);
    await publish(trx, { before: current, after });
    if (changes.workspaceIds) await reviseMoved(trx, write.organizationId, [after]);
    return after;
  });
}

/**
 * Says for which workspaces dictionaries are used, all or nothing, with one event of the whole and one of
 * each. Throws 404, 422 ROWS_REFUSED with a sentence for each that is locked or has changed,
 * `errors.workspaceIds` for an unknown workspace.
 */
export function assignDictionaries(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { organizationId, userId }: Pick<Member, "organizationId" | "userId">,
  { dictionaries: requested }: DictionaryAssignments,
): Promise<AssignedDictionaries> {
  return transact(async (trx) => {
    const ids = requested.map(({ dictionaryId }) => dictionaryId);
    const rows = new Map(
      (await lockDictionaryRows(trx, organizationId, ids)).map((row) => [row.dictionary_id, row]),
    );
    if (rows.size < ids.length) throw notFound();
    refuseRows(requested, rows, userId);
    const changes = requested.flatMap(({ dictionaryId, workspaceIds }) => {
      const row = rows.get(dictionaryId);
      const wanted = workspaceIds.toSorted(byNumber);
      if (!row || isDeepStrictEqual(wanted, row.workspace_ids)) return [];
      const after = { ...row, workspace_ids: wanted, version: row.version + 1, updated_at: now() };
      return [{ before: row, after }];
    });
    const dictionaries = changes.map(({ after }) => presentDictionary(after));
    if (changes.length > 0) {
      const whole = { kind: dictionaryKind.name, id: null, organizationId };
      await actOnMany(whole, async () => {
        for (const { before, after } of changes) {
          await updateDictionary(trx, after);
          await publish(trx, {
            before: presentDictionary(before),
            after: presentDictionary(after),
          });
        }
        const target = { ...whole, name: recordsCounted(changes.length) };
        await recordEvent(trx, { organizationId, target, counts: { updated: changes.length } });
      });
      await reviseMoved(trx, organizationId, dictionaries);
    }
    return { dictionaries, unchanged: requested.length - changes.length };
  });
}

function refuseRows(
  requested: DictionaryAssignments["dictionaries"],
  rows: ReadonlyMap<number, DictionaryRow>,
  userId: string,
): void {
  const errors: Record<string, string> = {};
  const names: string[] = [];
  for (const [n, { dictionaryId, version }] of requested.entries()) {
    const row = rows.get(dictionaryId);
    if (!row) continue;
    const isStale = version !== row.version;
    if (row.locked_by === null && !isStale) continue;
    errors[`dictionaries.${n}`] =
      row.locked_by === null ? staleRowSentence : heldSentence(row, userId);
    names.push(row.dictionary_name);
  }
  if (names.length === 0) return;
  throw ruleBroken("ROWS_REFUSED", { message: manyDictionarySentences.refused(names), errors });
}

/** Lets engines hear of dictionaries whose workspaces have changed. */
async function reviseMoved(
  trx: WriteTransaction,
  organizationId: number,
  moved: readonly Dictionary[],
): Promise<void> {
  const changeId = await newChange(trx, organizationId);
  for (const { dictionaryId } of moved) {
    await reviseEntries(trx, { organizationId, dictionaryId }, changeId);
  }
  refuseUnknownWorkspaces(trx, ...moved);
}

/** Returns the dictionary. Throws 404, 423, 428 (see lockForWriting), 412 with the current one. */
export function removeDictionary(
  { db }: Pick<Deps, "db">,
  write: DictionaryWrite,
): Promise<Dictionary> {
  return transactOn(db)(async (trx) => {
    const { current } = await opened(trx, write);
    await endAnyLock(trx, write);
    const changeId = await newChange(trx, write.organizationId);
    await deleteDictionary(trx, write, changeId);
    await publish(trx, { before: current, after: null });
    return current;
  });
}

async function opened(trx: Transaction<Tables>, write: DictionaryWrite) {
  await lockForWriting(trx, write);
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

/** The organization is held, so that none of the workspaces is deleted meanwhile (see removeWorkspace). */
const refuseUnknownWorkspaces = endStep<Dictionary>("workspaces", async (trx, written) => {
  for (const { organizationId, workspaceIds } of written) {
    await lockOrganizationRow(trx, organizationId);
    const known = await findNamedWorkspaces(trx, organizationId, workspaceIds);
    if (known.length === workspaceIds.length) continue;
    throw validationFailed({ workspaceIds: fieldSentences.workspaceUnknown });
  }
});

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
