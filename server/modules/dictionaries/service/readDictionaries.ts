import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Dictionary } from "../../../../domain/dictionaries/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import type { Deps, Member } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { presentDictionary } from "../present.ts";
import { findDictionary } from "../queries/dictionaries.ts";
import {
  type DictionaryFilters,
  type DictionarySort,
  findDictionaries,
} from "../queries/dictionaryList.ts";

/** A page of the own organization's dictionaries. */
export async function listDictionaries(
  { db }: Pick<Deps, "db">,
  user: Member,
  query: ListQuery<DictionarySort>,
  filters: DictionaryFilters,
): Promise<Page<Dictionary>> {
  const { rows, total } = await findDictionaries(db, query, filters, user);
  return pageAnswer(query, { content: rows.map(presentDictionary), total });
}

/** One dictionary with its lock; throws 404. */
export async function readDictionary(
  { db }: Pick<Deps, "db">,
  key: DictionaryKey,
): Promise<Dictionary> {
  const row = await findDictionary(db, key);
  if (!row) throw notFound();
  return presentDictionary(row);
}
