import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Contract, ContractSummary } from "../../../../domain/contracts/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { presentContract } from "../present.ts";
import { type ContractFilters, countedByDay, narrows } from "../queries/contractFilters.ts";
import { summarize } from "../queries/dayCounts.ts";
import { filteredPage } from "../queries/filteredPage.ts";
import { searchedPage } from "../queries/searchedPage.ts";
import { contractPage } from "../queries/unfilteredPage.ts";

type ListDeps = Pick<Deps, "db" | "now">;

/** A page of the matching contracts. */
export async function listContracts(
  { db, now }: ListDeps,
  query: ListQuery<ContractSort>,
  filters: ContractFilters,
): Promise<Page<Contract>> {
  const today = tokyoDate(now());
  const window = { sort: query.sort, offset: query.page * query.size, limit: query.size };
  const pageOf = () => {
    if (!narrows(filters)) return contractPage(db, window);
    if (countedByDay(filters)) return filteredPage(db, filters, window, today);
    return searchedPage(db, filters, window, today);
  };
  const { rows, total } = await pageOf();
  return pageAnswer(query, { content: rows.map((row) => presentContract(row, today)), total });
}

/** Counts the matching contracts per status and usage state. */
export function summarizeContracts(
  { db, now }: ListDeps,
  filters: ContractFilters,
): Promise<ContractSummary> {
  return summarize(db, filters, tokyoDate(now()));
}
