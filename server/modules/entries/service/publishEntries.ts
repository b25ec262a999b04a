import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { touchDictionary } from "../queries/entries.ts";

/** Dates and publishes one change of a dictionary, however many of its entries have changed. */
export async function publishEntries(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  at: Date,
): Promise<void> {
  await touchDictionary(trx, { organizationId, dictionaryId }, at);
  const changed = { organizationId, resource: "dictionaries", id: dictionaryId };
  await publishChange(trx, changed, "updated");
}
