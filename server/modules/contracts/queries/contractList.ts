import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Sort } from "../../../../domain/api/parameters.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ContractFilters,
  type ContractWindow,
  contractOrders,
  countedByDay,
  directed,
  matches,
  narrows,
} from "./contractFilters.ts";
import { contractSearch } from "./contractSearch.ts";
import { type ContractRow, contractJoins, contractSelection } from "./contracts.ts";
import { filteredPage, searchedPage } from "./filteredPage.ts";
import { type ContractPage, unfilteredPage } from "./unfilteredPage.ts";

/**
 * A page of the matching contracts and their exact total. Milliseconds with 100,000 contracts, where one read
 * by its key takes 0.3 (`npm run bench -- list search`); why, in docs/decisions/005-contract-list.md:
 *
 * | narrowed by | read by | an end | the middle |
 * |---|---|---|---|
 * | nothing | `unfilteredPage`: ids from the index of the order, from the nearer end | 1.4 to 1.6 | 3.3 to 4.8 |
 * | status, use, months | `filteredPage`: day counts say how many there are and on which days | 0.7 to 7.9, EXCEEDED 35 | |
 * | a word, an organization | `searchedPage`: few ids are sorted, many found along the order | 5.0 to 7.1 | |
 */
export function contractPage(
  db: Kysely<Tables>,
  filters: ContractFilters,
  window: ContractWindow,
  today: string,
): Promise<ContractPage> {
  if (!narrows(filters)) return unfilteredPage(db, window);
  if (countedByDay(filters)) return filteredPage(db, filters, window, today);
  return searchedPage(db, filters, window, today);
}

export function allContracts(
  filters: ContractFilters,
  sort: Sort<ContractSort>,
  today: string,
): Prepare<ContractRow> {
  return async (trx) => {
    const search = await contractSearch(trx, filters.q ?? "");
    const order = directed(sort.direction);
    const { key } = contractOrders[sort.field];
    const matching: RawBuilder<unknown> = sql`
      from contracts c ${contractJoins}
      where ${matches(filters, today, { dates: "c", state: "u" })} and ${search.condition}`;
    const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(
      trx,
    );
    return {
      total: rows[0]?.total ?? 0,
      rows: sql<ContractRow>`
        select ${contractSelection} ${matching} order by ${key} ${order}, c.contract_id ${order}`,
    };
  };
}
