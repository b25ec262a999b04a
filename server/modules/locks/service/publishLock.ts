import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../queries/locks.ts";

export function publishLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  type: "locked" | "unlocked",
): Promise<void> {
  return publishUnlogged(trx, { organizationId, resource: "dictionaries", id: dictionaryId }, type);
}
