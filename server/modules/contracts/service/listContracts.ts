import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { ContractSort } from "../../../../domain/contracts/rules.ts";
import type { Contract, ContractSummary } from "../../../../domain/contracts/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { presentContract } from "../present.ts";
import type { ContractFilters } from "../queries/contractFilters.ts";
import { contractPage } from "../queries/contractList.ts";
import { summarize } from "../queries/dayCounts.ts";

type ListDeps = Pick<Deps, "db" | "now">;

/** A page of the matching contracts. */
export async function listContracts(
  { db, now }: ListDeps,
  query: ListQuery<ContractSort>,
  filters: ContractFilters,
): Promise<Page<Contract>> {
  const today = tokyoDate(now());
  const window = { sort: query.sort, offset: query.page * query.size, limit: query.size };
  const { rows, total } = await contractPage(db, filters, window, today);
  return pageAnswer(query, { content: rows.map((row) => presentContract(row, today)), total });
}

/** Counts the matching contracts per status and usage state. */
export function summarizeContracts(
  { db, now }: ListDeps,
  filters: ContractFilters,
): Promise<ContractSummary> {
  return summarize(db, filters, tokyoDate(now()));
}
