import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Unusual } from "../../../../domain/closings/rules.ts";
import type { Closing, MonthContract, MonthSummary } from "../../../../domain/closings/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { firstDayOfMonth } from "../../../../domain/text/dates.ts";
import type { Deps } from "../../../context.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { presentClosing, presentMonthContract } from "../present.ts";
import { type ClosingFilters, findClosings } from "../queries/closings.ts";
import {
  countMonth,
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
  {
    month,
    closed,
    ...others
  }: {
    month: string;
    closed?: "true" | "false" | undefined;
    unusual?: Unusual | "ANY" | undefined;
    organizationId?: number | undefined;
  },
): Promise<Page<MonthContract>> {
  const first = firstDayOfMonth(month);
  const isClosed = closed === undefined ? undefined : closed === "true";
  const filters = { ...others, month: first, closed: isClosed };
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

/** How many contracts of a month (YYYY-MM) are closed, open, and of these unusual. */
export async function readMonthSummary(
  { db }: Pick<Deps, "db">,
  month: string,
): Promise<MonthSummary> {
  const { open, closed, ...unusual } = await countMonth(db, firstDayOfMonth(month));
  return { month, open, closed, unusual };
}
