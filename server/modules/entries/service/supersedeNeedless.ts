import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { publishMany } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { supersedeProposals } from "../queries/supersedeProposals.ts";

/** Ends proposals that the entries of a dictionary have made needless, and publishes it. */
export async function supersedeNeedless(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  at: Date,
): Promise<void> {
  const ids = await supersedeProposals(trx, key, at);
  const { organizationId } = key;
  await publishMany(trx, { organizationId, resource: "proposals", ids }, "updated");
}
