import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../queries/locks.ts";

export function publishLock(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  type: "locked" | "unlocked",
): Promise<void> {
  return publishChange(trx, { organizationId, resource: "dictionaries", id: dictionaryId }, type);
}
