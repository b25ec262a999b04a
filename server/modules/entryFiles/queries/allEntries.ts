import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { WrittenEntry } from "../../../formats/format.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";

export interface NamedEntries {
  dictionaryName: string;
  entries: WrittenEntry[];
}

/** How many rows are read at once: while pg takes them apart, no other request runs. */
const AT_ONCE = 1_000;

/** All entries of a dictionary in the order of their ids, as of one instant. */
export async function findAllEntries(
  db: Kysely<Tables>,
  { organizationId, dictionaryId }: DictionaryKey,
): Promise<NamedEntries | undefined> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const dictionary = await trx
        .selectFrom("dictionaries")
        .select("dictionary_name")
        .where("organization_id", "=", organizationId)
        .where("dictionary_id", "=", dictionaryId)
        .executeTakeFirst();
      if (!dictionary) return undefined;
      const entries: WrittenEntry[] = [];
      for (let after = 0, more = true; more; ) {
        const rows = await trx
          .selectFrom("dictionary_entries")
          .select([
            "entry_id as entryId",
            "surface",
            "reading",
            "part_of_speech as partOfSpeech",
            "weight",
            "note",
            "enabled",
          ])
          .where("organization_id", "=", organizationId)
          .where("dictionary_id", "=", dictionaryId)
          .where("entry_id", ">", after)
          .orderBy("entry_id")
          .limit(AT_ONCE)
          .execute();
        entries.push(...rows);
        after = rows.at(-1)?.entryId ?? after;
        more = rows.length === AT_ONCE;
      }
      return { dictionaryName: dictionary.dictionary_name, entries };
    });
}
