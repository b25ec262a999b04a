import { type Kysely, type RawBuilder, sql } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import { contains, gramsOf, idsContaining } from "../../../db/search.ts";
import type { Tables } from "../../../db/tables.ts";

/** So many of the newest rows are looked at for any term. */
const NEWEST = sql.lit(300);
/** A term is looked up in the index if its rarest pair of characters is in at most so many rows. */
const MOST_IN_INDEX = sql.lit(3_000);
/** A long term has more pairs than it needs. */
const MOST_GRAMS = 8;
const LOOKED_UP = 2;

/** Addresses consist of pairs that are in most of them. */
const MAY_BE_ADDRESS = /^[\x21-\x7e]+$/;

type SearchedTable = "users" | "contracts";

const newest: Record<SearchedTable, RawBuilder<unknown>> = {
  users: sql`
    select user_id as id, search_key from users
    order by created_at desc, user_id desc limit ${NEWEST}`,
  contracts: sql`
    select contract_id::text as id, search_key from contracts
    order by contract_id desc limit ${NEWEST}`,
};

interface Newest {
  ids: string[];
  /** The rarest pairs of the term's characters; null if there is no need for the index, or no use. */
  grams: string[] | null;
}

/**
 * Up to `most` ids of rows that contain a key, at a cost that does not grow with the table: those
 * among the newest rows; if these are few, those that the index has, unless it would read a large
 * part of the table. A term of letters, or of frequent pairs, that is not among the newest is not found.
 */
export async function boundedIds(
  db: Kysely<Tables>,
  table: SearchedTable,
  { key, most }: { key: string; most: number },
): Promise<string[]> {
  const pairs = MAY_BE_ADDRESS.test(key) ? [] : gramsOf(key).slice(0, MOST_GRAMS);
  const query = sql<Newest>`
    with newest as materialized (${newest[table]}),
    found as materialized (
      select array(select n.id from newest n where ${contains("n.search_key", key)} limit ${most}::int)
        as ids
    )
    select found.ids, case when cardinality(found.ids) < ${most}::int then (
      select (array_agg(g.gram order by g.rows))[1:${sql.lit(LOOKED_UP)}]
      from (
        select gram, count(*) filter (where strpos(n.search_key, gram) > 0) as rows
        from unnest(${pairs}::text[]) gram cross join newest n group by gram
      ) g
      having min(g.rows) * (select greatest(reltuples, 0) from pg_class where oid = ${sql.lit(table)}::regclass)
        <= ${MOST_IN_INDEX} * ${NEWEST}
    ) end as grams
    from found`;
  const { rows } = await runPrepared(db, query.compile(db));
  const { ids = [], grams = null } = rows[0] ?? {};
  if (!grams) return ids;
  const indexed = await sql<{ ids: string[] }>`
    select ${idsContaining(table, key, most, grams)}::text[] as ids`.execute(db);
  return [...new Set([...ids, ...(indexed.rows[0]?.ids ?? [])])].slice(0, most);
}
