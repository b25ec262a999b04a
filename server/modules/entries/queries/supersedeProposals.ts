import { sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";

/** The note that a proposal sets to null is an empty one. */
const set = sql`
  (coalesce(p.change ->> 'surface', e.surface), coalesce(p.change ->> 'reading', e.reading),
  coalesce(p.change ->> 'partOfSpeech', e.part_of_speech),
  coalesce((p.change ->> 'weight')::smallint, e.weight),
  case when p.change ? 'note' then coalesce(p.change ->> 'note', '') else e.note end,
  coalesce((p.change ->> 'enabled')::boolean, e.enabled))`;

interface SupersededRow {
  proposal_id: number;
  /** The entry that was to change; null of a new one. */
  entry_id: number | null;
  /** The surface that it sets. */
  surface: string | null;
}

/**
 * Ends the open proposals of a dictionary that its entries have made needless, in the transaction that
 * writes entries and holds the dictionary: of new words that are there, of changes that are made, and of
 * changes of deleted entries.
 */
export async function supersedeProposals(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
  at: Date,
): Promise<SupersededRow[]> {
  const { rows } = await sql<SupersededRow>`
    update dictionary_proposals p
    set state = 'SUPERSEDED', ended_at = ${at}, version = p.version + 1, updated_at = ${at}
    where p.organization_id = ${organizationId} and p.dictionary_id = ${dictionaryId}
      and p.state = 'OPEN' and case when p.entry_id is null
        then exists (
          select from dictionary_entries e
          where e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId}
            and e.reading = p.change ->> 'reading'
            and seen_key(e.surface) = seen_key(p.change ->> 'surface'))
        else not exists (
          select from dictionary_entries e
          where e.organization_id = ${organizationId} and e.dictionary_id = ${dictionaryId}
            and e.entry_id = p.entry_id
            and ${set} is distinct from
              (e.surface, e.reading, e.part_of_speech, e.weight, e.note, e.enabled))
        end
    returning p.proposal_id, p.entry_id, p.change ->> 'surface' as surface`.execute(trx);
  return rows.toSorted((a, b) => a.proposal_id - b.proposal_id);
}
