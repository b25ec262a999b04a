import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { type ContractFilters, matches, onlySearches } from "./contractFilters.ts";
import { type ContractWindow, contractOrders, directed } from "./contractOrders.ts";
import { contractSearch } from "./contractSearch.ts";
import { type ContractRow, contractColumns, contractJoins } from "./contracts.ts";
import type { ContractPage } from "./unfilteredPage.ts";

export async function searchedPage(
  db: Kysely<Tables>,
  filters: ContractFilters,
  { sort, offset, limit }: ContractWindow,
  today: string,
): Promise<ContractPage> {
  const search = await contractSearch(db, filters.q ?? "");
  const order = directed(sort.direction);
  const matching = sql`
    from contracts c ${contractJoins}
    where ${matches(filters, today, { dates: "c", state: "u" })} and ${search.condition}`;
  // Materialize a few matches once; for many, a scan in list order finds a page early.
  const total =
    (onlySearches(filters) ? search.total : undefined) ??
    sql`(select count(*) ${search.many ? matching : sql`from matching`})`;
  const { rows } = await sql<Partial<ContractRow> & { total: number }>`
    with matching as ${search.many ? sql`not materialized` : sql`materialized`} (
      select c.organization_id, c.contract_id, ${contractOrders[sort.field].key} as sort_key ${matching}
    ), page as materialized (
      select * from matching order by sort_key ${order}, contract_id ${order}
      limit ${limit} offset ${offset}
    ), content as (
      select p.sort_key, ${contractColumns}
      from page p
      join contracts c on c.organization_id = p.organization_id and c.contract_id = p.contract_id
      ${contractJoins}
    )
    select content.*, counted.total
    from (select ${total} as total) counted
    left join content on true
    order by content.sort_key ${order}, content.contract_id ${order}`.execute(db);
  return { rows: rows.filter(isContract), total: rows[0]?.total ?? 0 };
}

function isContract<Row extends Partial<ContractRow>>(row: Row): row is Row & ContractRow {
  return row.contract_id != null;
}
