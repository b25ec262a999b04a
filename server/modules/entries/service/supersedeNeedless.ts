import { sql, type Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import { actAsOperation, acting } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishMany } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { findEntries } from "../queries/entries.ts";

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
async function supersedeProposals(
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

/** What the audit log names, whichever call writes the words. */
const OPERATION = "supersedeProposals";

const changes = [{ field: "state", before: "OPEN", after: "SUPERSEDED" }];

/**
 * Ends proposals that the entries of a dictionary have made needless. An import can end many: screens get
 * one notice, the log an event of each.
 */
export async function supersedeNeedless(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  at: Date,
): Promise<void> {
  const ended = await supersedeProposals(trx, key, at);
  if (ended.length === 0) return;
  const { organizationId } = key;
  const { name: kind, resource } = proposalKind;
  const ids = ended.map(({ proposal_id }) => proposal_id);
  await publishMany(trx, { organizationId, resource, ids }, "updated");
  const entryIds = ended.flatMap(({ entry_id }) => (entry_id === null ? [] : [entry_id]));
  const entries = await findEntries(trx, key, entryIds);
  await actAsOperation(OPERATION, acting().actor, async () => {
    for (const { proposal_id: id, entry_id, surface } of ended) {
      const name = entries.get(entry_id ?? 0)?.surface ?? surface;
      await recordEvent(trx, { organizationId, target: { kind, id, name }, changes });
    }
  });
}
