import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { entryKind } from "../../../../domain/api/entries.ts";
import { changesBetween } from "../../../../domain/audit/changes.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { EntryValues } from "../../../../domain/entries/bulk.ts";
import { actOnMany } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange, publishUnlogged } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { touchDictionary } from "../queries/entries.ts";
import { supersedeNeedless } from "./supersedeNeedless.ts";

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
