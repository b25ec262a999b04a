import { sql, type Transaction } from "kysely";
import { MOST_DICTIONARIES, MOST_ENTRIES_IN_ALL } from "../../domain/organizations/room.ts";
import type { Tables } from "../db/tables.ts";
import { ruleBroken } from "../problem.ts";

/**
 * Serializes the transactions that add something to an organization, until the end of this one.
 * Call it last: colleagues who write other dictionaries wait from then on, and a lock that is taken
 * after it could wait for one of them.
 */
export async function holdOrganization(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await sql`
    select 1 from organizations where organization_id = ${organizationId}
    for no key update`.execute(trx);
}

/** Call it last, after a dictionary was added; throws 422 DICTIONARY_ROOM_FULL. */
export async function holdDictionaryRoom(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  const { dictionaries } = await heldCounts(trx, organizationId);
  if (dictionaries > MOST_DICTIONARIES) throw ruleBroken("DICTIONARY_ROOM_FULL");
}

/** Call it last, after entries were added; throws 422 ENTRY_ROOM_FULL. */
export async function holdEntryRoom(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  const { entries } = await heldCounts(trx, organizationId);
  if (entries > MOST_ENTRIES_IN_ALL) throw ruleBroken("ENTRY_ROOM_FULL");
}

/** A statement of its own after the lock, so that it sees what others have committed meanwhile. */
async function heldCounts(trx: Transaction<Tables>, organizationId: number) {
  await holdOrganization(trx, organizationId);
  const { rows } = await sql<{ dictionaries: number; entries: number }>`
    select count(*) as dictionaries, coalesce(sum(entry_count), 0)::bigint as entries
    from dictionaries where organization_id = ${organizationId}`.execute(trx);
  return rows[0] ?? { dictionaries: 0, entries: 0 };
}
