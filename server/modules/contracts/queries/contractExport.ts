import { type RawBuilder, sql } from "kysely";
import type { Sort } from "../../../../domain/api/parameters.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Prepare } from "../../../db/snapshot.ts";
import { type ContractFilters, matches } from "./contractFilters.ts";
import { contractOrders, directed } from "./contractOrders.ts";
import { contractSearch } from "./contractSearch.ts";
import { type ContractRow, contractColumns, contractJoins } from "./contracts.ts";

/** All matching contracts in the order of the list. */
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
        select ${contractColumns} ${matching} order by ${key} ${order}, c.contract_id ${order}`,
    };
  };
}
