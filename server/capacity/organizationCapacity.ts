import { sql, type Transaction } from "kysely";
import { MOST_DICTIONARIES, MOST_ENTRIES_IN_ALL } from "../../domain/organizations/capacity.ts";
import type { Tables } from "../db/tables.ts";
import { endStep } from "../db/transact.ts";
import { ruleBroken } from "../problem.ts";

/** Serializes the transactions that add something to an organization, at their end. */
export async function lockOrganizationRow(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await sql`
    select 1 from organizations where organization_id = ${organizationId}
    for no key update`.execute(trx);
}

/** Takes an organization to which dictionaries were added; throws 422 DICTIONARY_ROOM_FULL. */
export const limitDictionaries = endStep<number>("dictionaryLimit", async (trx, added) => {
  for (const organizationId of new Set(added)) {
    const { dictionaries } = await countsNow(trx, organizationId);
    if (dictionaries > MOST_DICTIONARIES) throw ruleBroken("DICTIONARY_ROOM_FULL");
  }
});

/** Takes an organization to which entries were added; throws 422 ENTRY_ROOM_FULL. */
export const limitEntries = endStep<number>("entryLimit", async (trx, added) => {
  for (const organizationId of new Set(added)) {
    const { entries } = await countsNow(trx, organizationId);
    if (entries > MOST_ENTRIES_IN_ALL) throw ruleBroken("ENTRY_ROOM_FULL");
  }
});

/** A statement of its own after the lock, so that it sees what others have committed meanwhile. */
async function countsNow(trx: Transaction<Tables>, organizationId: number) {
  await lockOrganizationRow(trx, organizationId);
  const { rows } = await sql<{ dictionaries: number; entries: number }>`
    select count(*) as dictionaries, coalesce(sum(entry_count), 0)::bigint as entries
    from dictionaries where organization_id = ${organizationId}`.execute(trx);
  return rows[0] ?? { dictionaries: 0, entries: 0 };
}
