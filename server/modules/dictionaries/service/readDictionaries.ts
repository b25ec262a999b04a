import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import {
  DICTIONARY_CATEGORIES,
  type DictionaryCategory,
  type LockedFilter,
} from "../../../../domain/dictionaries/rules.ts";
import type { DICTIONARY_SORTS, Dictionary } from "../../../../domain/dictionaries/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import type { Deps, Member } from "../../../context.ts";
import { contains, limitTo, orderBy, readPage } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { besideDictionary, besideLock, type DictionaryKey } from "../../locks/queries/locks.ts";
import { presentHolder } from "../../locks/service/settleLock.ts";
import { type DictionaryRow, dictionaryColumns, findDictionary } from "../queries/dictionaries.ts";

export function presentDictionary(row: DictionaryRow): Dictionary {
  return {
    dictionaryId: row.dictionary_id,
    organizationId: row.organization_id,
    category: row.category,
    dictionaryName: row.dictionary_name,
    description: row.description,
    workspaceIds: row.workspace_ids,
    entryCount: row.entry_count,
    ...presentHolder(row),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

type DictionarySort = (typeof DICTIONARY_SORTS)[number];

interface DictionaryFilters {
  q?: string | undefined;
  category?: DictionaryCategory | undefined;
  locked?: LockedFilter | undefined;
  ids?: readonly number[] | undefined;
}

const sortColumns: Record<DictionarySort, RawBuilder<unknown>> = {
  dictionaryId: sql`d.dictionary_id`,
  dictionaryName: sql`d.name_key`,
  category: sql`array_position(${DICTIONARY_CATEGORIES}::text[], d.category)`,
  createdAt: sql`d.created_at`,
  updatedAt: sql`d.updated_at`,
};

/** A page of the matching dictionaries; the cost depends on the organization, not the table. */
async function findDictionaries(
  db: Kysely<Tables>,
  { sort, ...page }: ListQuery<DictionarySort>,
  filters: DictionaryFilters,
  asker: { organizationId: number; userId: string },
): Promise<{ rows: DictionaryRow[]; total: number }> {
  const listed = sql`from dictionaries d ${besideDictionary(asker.organizationId)}`;
  const matching = sql`where ${conditions(filters, asker)}`;
  const order = orderBy(sort.direction, sortColumns[sort.field], sql`d.dictionary_id`);
  const rows = sql<DictionaryRow>`
    select ${dictionaryColumns} ${listed} ${besideLock} ${matching} ${order} ${limitTo(page)}`;
  return readPage(db, rows, sql`${listed} ${matching}`);
}

function conditions(
  { q = "", category, locked, ids }: DictionaryFilters,
  { organizationId, userId }: { organizationId: number; userId: string },
): RawBuilder<SqlBool> {
  const lockConditions: Record<LockedFilter, RawBuilder<SqlBool>> = {
    true: sql`l.locked_by is not null`,
    false: sql`l.locked_by is null`,
    mine: sql`l.locked_by = ${userId}`,
  };
  const all: RawBuilder<SqlBool>[] = [sql`d.organization_id = ${organizationId}`];
  if (category) all.push(sql`d.category = ${category}`);
  if (locked) all.push(lockConditions[locked]);
  if (ids) all.push(sql`d.dictionary_id = any(${ids}::bigint[])`);
  const key = searchKey(q);
  if (key !== "") all.push(contains("d.search_key", key));
  return sql`${sql.join(all, sql` and `)}`;
}

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
