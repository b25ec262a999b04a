import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { presentEntry } from "../present.ts";
import { findEntries } from "../queries/entries.ts";
import { type EntryFilters, type EntrySort, findEntryPage } from "../queries/entryList.ts";

/** A page of a dictionary's entries; throws 404 without the dictionary. */
export async function listEntries(
  { db }: Pick<Deps, "db">,
  key: DictionaryKey,
  query: ListQuery<EntrySort>,
  filters: EntryFilters,
): Promise<Page<Entry>> {
  const found = await findEntryPage(db, key, query, filters);
  if (!found) throw notFound();
  return pageAnswer(query, { content: found.rows.map(presentEntry), total: found.total });
}

/** One entry; throws 404. */
export async function readEntry(
  { db }: Pick<Deps, "db">,
  key: DictionaryKey,
  entryId: number,
): Promise<Entry> {
  const row = (await findEntries(db, key, [entryId])).get(entryId);
  if (!row) throw notFound();
  return presentEntry(row);
}
