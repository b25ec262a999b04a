import type { HealthDistinct } from "../../../domain/health/schemas.ts";
import type { Deps } from "../../context.ts";
import type { Transact } from "../../db/transact.ts";
import { publishUnlogged } from "../../events/publishChange.ts";
import { notFound } from "../../problem.ts";
import type { DictionaryKey } from "../locks/queries/locks.ts";
import { hasDictionary } from "../manyEntries/queries.ts";
import { findByIds, insertDistinction } from "./queries.ts";

/**
 * Remembers that words are different ones, or that one is right in a regard; no lock is needed, as no word
 * changes. Throws 404 without the dictionary or one of the words.
 */
export function distinguish(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  key: DictionaryKey,
  {
    kind = null,
    entryIds,
  }: Omit<HealthDistinct, "kind"> & { kind?: HealthDistinct["kind"] | null },
): Promise<void> {
  return transact(async (trx) => {
    const { organizationId, dictionaryId: id } = key;
    const found = await findByIds(trx, organizationId, entryIds);
    if (found.length < entryIds.length || !(await hasDictionary(trx, key))) throw notFound();
    await insertDistinction(trx, key, { kind: kind ?? null, entryIds, at: now() });
    await publishUnlogged(trx, { organizationId, resource: "dictionaries", id }, "updated");
  });
}
