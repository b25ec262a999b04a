import type { Kysely } from "kysely";
import type { TakenRows } from "../../../../domain/entries/schemas.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import { notFound, preconditionRequired } from "../../../problem.ts";
import { deleteGivenRows, findGivenRows } from "../../locks/queries/handedRows.ts";
import { findLock } from "../../locks/queries/locks.ts";
import { lockLost } from "../../locks/service/lockProblems.ts";
import type { TabTarget } from "../../locks/service/takeLock.ts";
import { presentEntry } from "../present.ts";
import { findEntries } from "../queries/entries.ts";

/**
 * The unsaved rows that were handed over to the holder of the lock
 * (docs/product/dictionaries.md#unsaved-rows), with the entries as they are now. Throws 404, 428 without
 * a token, 423 LOCK_LOST.
 */
export async function listHandedRows(
  { db }: Pick<Deps, "db">,
  target: TabTarget,
): Promise<TakenRows> {
  await needLock(db, target);
  const given = await findGivenRows(db, target);
  const all = given.flatMap(({ unsaved }) => unsaved);
  const current = await findEntries(db, target, [
    ...new Set(all.flatMap(({ entry }) => (entry ? [entry.entryId] : []))),
  ]);
  const presentNow = (entryId: number | undefined) => {
    const row = entryId === undefined ? undefined : current.get(entryId);
    return row ? presentEntry(row) : null;
  };
  return {
    content: given.map(({ handed_id, written_by_name, handed_at, unsaved }) => ({
      handedId: handed_id,
      writtenByName: written_by_name,
      handedAt: handed_at.toISOString(),
      rows: unsaved.map((row) => ({ ...row, current: presentNow(row.entry?.entryId) })),
    })),
  };
}

/** Forgets rows that the caller's page keeps by now; also a second time. Throws as `listHandedRows`. */
export async function forgetHandedRows(
  { db }: Pick<Deps, "db">,
  target: TabTarget,
  handedId: number,
): Promise<void> {
  await needLock(db, target);
  await deleteGivenRows(db, target, handedId);
}

async function needLock(db: Kysely<Tables>, target: TabTarget): Promise<void> {
  const { userId, lockToken: token } = target;
  const lock = await findLock(db, target, token);
  if (!lock) throw notFound();
  if (!token) throw preconditionRequired();
  if (!lock.is_token || lock.locked_by !== userId) throw await lockLost(db, target, token);
}
