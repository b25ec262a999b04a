import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { entryKind } from "../../../../domain/api/entries.ts";
import { changesBetween } from "../../../../domain/audit/changes.ts";
import type { FieldChange } from "../../../../domain/audit/schemas.ts";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { touchDictionary } from "../queries/entries.ts";

/** What changed in the entries of a dictionary: each of them, or their counts and the file. */
export type EntriesChanged =
  | { entries: readonly EntryChange[] }
  | { counts: Readonly<Record<string, number>>; fileName: string };

interface EntryChange {
  before: Entry | null;
  after: Entry | null;
}

/**
 * Dates, counts, publishes and logs one change of a dictionary, however many of its entries changed.
 * Throws 422 TOO_MANY_ENTRIES.
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
  if ("entries" in changed) {
    await publishChange(trx, { ...dictionary, parts: changed.entries.map(presentChange) });
  } else {
    const { counts, fileName } = changed;
    const parts = [{ field: "fileName", before: null, after: fileName }];
    await publishChange(trx, { ...dictionary, counts, parts });
  }
}

/** The fields of an entry that differ, below its id; all of a new or a deleted one. */
function presentChange({ before, after }: EntryChange): FieldChange {
  const changes = changesBetween(entryKind, before, after);
  const side = (name: "before" | "after") =>
    Object.fromEntries(changes.map((change) => [change.field, change[name]]));
  return {
    field: "entry",
    entryId: (after ?? before)?.entryId,
    before: before && { surface: before.surface, ...side("before") },
    after: after && { surface: after.surface, ...side("after") },
  };
}
