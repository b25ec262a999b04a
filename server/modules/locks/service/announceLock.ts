import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { announceChange } from "../../../events/announceChange.ts";
import type { DictionaryKey } from "../queries/locks.ts";

/** Tells every open screen that a dictionary's lock was taken or ended. */
export function announceLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  type: "locked" | "unlocked",
): Promise<void> {
  return announceChange(trx, { organizationId, resource: "dictionaries", id: dictionaryId }, type);
}
