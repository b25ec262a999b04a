import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Closing, MonthContract } from "../../../../domain/closings/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { firstDayOfMonth } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { presentClosing, presentMonthContract } from "../present.ts";
import { type ClosingFilters, findClosings } from "../queries/closings.ts";
import {
  findMonthAdjustments,
  findMonthContracts,
  findMonthUse,
} from "../queries/monthContracts.ts";

/** A page of closings; `month` is YYYY-MM. */
export async function listClosings(
  { db }: Pick<Deps, "db">,
  query: ListQuery<"closingId">,
  { month, ...filters }: ClosingFilters,
): Promise<Page<Closing>> {
  const first = month && firstDayOfMonth(month);
  const { rows, total } = await findClosings(db, query, { ...filters, month: first });
  return pageAnswer(query, { content: rows.map(presentClosing), total });
}

/** The same of an organization, as the customer sees them. */
export async function listOwnClosings(
  deps: Pick<Deps, "db">,
  query: ListQuery<"closingId">,
  filters: ClosingFilters & { organizationId: number },
): Promise<Page<Omit<Closing, "reason" | "closedByName">>> {
  const page = await listClosings(deps, query, filters);
  return { ...page, content: page.content.map(({ reason: _, closedByName: __, ...own }) => own) };
}

/** A page of the contracts of a month (YYYY-MM), as they are looked at before it is closed. */
export async function listMonthContracts(
  { db }: Pick<Deps, "db">,
  query: ListQuery<"contractId">,
  { month, closed }: { month: string; closed?: "true" | "false" | undefined },
): Promise<Page<MonthContract>> {
  const first = firstDayOfMonth(month);
  const filters = { month: first, closed: closed === undefined ? undefined : closed === "true" };
  const { rows, total } = await findMonthContracts(db, query, filters);
  const [use, adjustments] = await Promise.all([
    findMonthUse(db, rows, first),
    findMonthAdjustments(db, rows, first),
  ]);
  const content = rows.map((row) =>
    presentMonthContract(first, row, {
      use: use.filter((one) => one.contract_id === row.contract_id),
      adjustments: adjustments.find((one) => one.contract_id === row.contract_id),
    }),
  );
  return pageAnswer(query, { content, total });
}
