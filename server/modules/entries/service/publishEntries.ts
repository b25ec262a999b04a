import { sql, type Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { entryKind } from "../../../../domain/api/entries.ts";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import { changesBetween } from "../../../../domain/audit/changes.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { EntryValues } from "../../../../domain/entries/bulk.ts";
import { actAsOperation, acting, actOnMany } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange, publishMany, publishUnlogged } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { findEntries, touchDictionary } from "../queries/entries.ts";

const MOST_IN_EVENT = 200;

/** What changed in the entries of a dictionary: each of them, or their counts and the file. */
type EntriesChanged =
  | { entries: readonly EntryChange[]; counts?: Readonly<Record<string, number>> }
  | { counts: Readonly<Record<string, number>>; fileName: string };

export interface EntryChange {
  before: EntryValues | null;
  after: EntryValues | null;
}

/**
 * Dates, counts, publishes and logs one change of a dictionary, however many of its entries changed, and
 * ends the proposals that it has made needless. More entries than an event has are one act of several
 * events. Throws 422 TOO_MANY_ENTRIES.
 */
export async function publishEntries(
  trx: Transaction<Tables>,
  { organizationId, dictionaryId: id }: DictionaryKey,
  changed: EntriesChanged,
  at: Date,
): Promise<void> {
  const isCounted =
    !("entries" in changed) || changed.entries.some(({ before, after }) => !before || !after);
  const name = await touchDictionary(trx, { organizationId, dictionaryId: id }, { at, isCounted });
  const dictionary = { kind: dictionaryKind, organizationId, id, name } as const;
  const { counts } = changed;
  if ("entries" in changed) {
    const { entries } = changed;
    if (entries.length > MOST_IN_EVENT) {
      await publishAct(trx, { organizationId, id, name, entries, counts });
    } else await publishChange(trx, { ...dictionary, parts: entries.map(presentChange), counts });
  } else {
    const { fileName } = changed;
    const parts = [{ field: "fileName", before: null, after: fileName }];
    await publishChange(trx, { ...dictionary, counts, parts });
  }
  await supersedeNeedless(trx, { organizationId, dictionaryId: id }, at);
}

interface EntryAct {
  organizationId: number;
  id: number;
  name: string;
  entries: readonly EntryChange[];
  counts: Readonly<Record<string, number>> | undefined;
}

/** One announcement; an event of the whole, which the events of its parts precede. */
async function publishAct(
  trx: Transaction<Tables>,
  { organizationId, id, name, entries, counts }: EntryAct,
): Promise<void> {
  const { resource, name: kind } = dictionaryKind;
  await publishUnlogged(trx, { organizationId, resource, id }, "updated");
  const whole = { kind, id: null, organizationId };
  await actOnMany(whole, async () => {
    for (let from = 0; from < entries.length; from += MOST_IN_EVENT) {
      const changes = entries.slice(from, from + MOST_IN_EVENT).map(presentChange);
      await recordEvent(trx, { organizationId, target: { kind, id, name }, changes });
    }
    await recordEvent(trx, { organizationId, target: { ...whole, name }, counts });
  });
}

/** The fields of an entry that differ, below its id; all of a new or a deleted one. */
function presentChange({ before, after }: EntryChange): FieldChange {
  const changes = changesBetween(entryKind, logged(before), logged(after));
  const side = (name: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.field, change[name]]));
  return {
    field: "entry",
    entryId: (after ?? before)?.entryId,
    before: before && { surface: before.surface, ...side("before") },
    after: after && { surface: after.surface, ...side("after") },
  };
}

/** No event shows warnings. */
const logged = (values: EntryValues | null) => values && { ...values, warnings: [] };

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
