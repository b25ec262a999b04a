import type { ListQuery } from "../../../domain/api/parameters.ts";
import type { ContractSort } from "../../../domain/contractRules.ts";
import type { Contract, ContractSummary } from "../../../domain/contracts.ts";
import { tokyoDate } from "../../../domain/dates.ts";
import type { Page } from "../../../domain/paging.ts";
import type { Deps } from "../../context.ts";
import { contractCounts, contractPage } from "../../db/contractOrder.ts";
import { pageAnswer } from "../../pageAnswer.ts";
import { type ContractFilters, countMatching, findMatching, narrows } from "./listQueries.ts";
import { presentContract } from "./present.ts";
import { besideContract, type ContractRow, contractColumns } from "./queries.ts";

type ListDeps = Pick<Deps, "db" | "now">;

const wholeContract = { columns: contractColumns, joins: besideContract };

/** A page of the contracts that match the filters, in the order asked for (design 3, Lists). */
export async function listContracts(
  { db, now }: ListDeps,
  query: ListQuery<ContractSort>,
  filters: ContractFilters,
): Promise<Page<Contract>> {
  const today = tokyoDate(now());
  const window = { sort: query.sort, offset: query.page * query.size, limit: query.size };
  const { rows, total } = narrows(filters)
    ? await findMatching(db, filters, window, today)
    : await contractPage<ContractRow>(db, window, wholeContract);
  return pageAnswer(query, { content: rows.map((row) => presentContract(row, today)), total });
}

/** How many of the contracts that match the filters are in each status and usage state. */
export function summarizeContracts(
  { db, now }: ListDeps,
  filters: ContractFilters,
): Promise<ContractSummary> {
  const today = tokyoDate(now());
  return narrows(filters) ? countMatching(db, filters, today) : contractCounts(db, today);
}
