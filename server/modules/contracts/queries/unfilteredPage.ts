import { type Kysely, type RawBuilder, sql } from "kysely";
import { runPrepared } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";
import { type ContractWindow, contractOrders, directed } from "./contractFilters.ts";
import { type ContractRow, contractJoins, contractSelection } from "./contracts.ts";

export interface ContractPage {
  rows: ContractRow[];
  total: number;
}

/** One statement and one snapshot; an index-only scan starts at the nearer end. */
export async function unfilteredPage(
  db: Kysely<Tables>,
  { sort, offset, limit }: ContractWindow,
): Promise<ContractPage> {
  const { from, table, key } = contractOrders[sort.field];
  const id = sql.ref(`${table}.contract_id`);
  const [order, back] = [directed(sort.direction), directed(sort.direction, true)];
  const skip = sql`${offset}::bigint`;
  const take = sql`${limit}::bigint`;
  const query = sql<ContractRow & { total: number }>`
    with counted as materialized (
      select coalesce(sum(contracts), 0)::bigint as total from contract_day_counts
    )
    select counted.total, ${contractSelection}
    from counted
    left join lateral unnest(case when ${skip} <= counted.total / 2 then
      array(
        select ${id} from ${from} order by ${key} ${order}, ${id} ${order}
        limit ${take} offset ${skip})
    else
      array(
        select p.contract_id
        from (
          select ${id}, ${key} as sort_key from ${from} order by ${key} ${back}, ${id} ${back}
          limit greatest(0, least(${take}, counted.total - ${skip}))
          offset greatest(0, counted.total - ${skip} - ${take})
        ) p
        order by p.sort_key ${order}, p.contract_id ${order})
    end) with ordinality listed (contract_id, number) on true
    left join contracts c on c.contract_id = listed.contract_id
    ${contractJoins}
    order by listed.number`;
  const { rows } = await runPrepared(db, query.compile(db));
  return pageOf(rows);
}

/** Past the last page there is one row, which holds the total only. */
function pageOf(rows: (ContractRow & { total: number })[]): ContractPage {
  return {
    rows: rows.filter(({ contract_id }) => contract_id !== null),
    total: rows[0]?.total ?? 0,
  };
}

export async function contractsOf(
  db: Kysely<Tables>,
  ids: RawBuilder<unknown>,
): Promise<ContractRow[]> {
  const { rows } = await sql<ContractRow>`
    select ${contractSelection}
    from unnest(array(${ids})) with ordinality listed (contract_id, number)
    join contracts c on c.contract_id = listed.contract_id
    ${contractJoins}
    order by listed.number`.execute(db);
  return rows;
}
