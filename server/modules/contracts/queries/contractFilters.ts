import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ContractStatus, UsageState } from "../../../../domain/contracts/rules.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../../../domain/text/dates.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { type DatesIn, type StateIn, statusIs, usageStateIs } from "./contractSql.ts";

export interface ContractFilters {
  q?: string | undefined;
  status?: ContractStatus[] | undefined;
  usageState?: UsageState[] | undefined;
  organizationId?: number | undefined;
  startMonth?: string | undefined;
  endMonth?: string | undefined;
}

export function narrows(filters: ContractFilters): boolean {
  return searchKey(filters.q ?? "") !== "" || !onlySearches(filters);
}

export function onlySearches({ q, ...filters }: ContractFilters): boolean {
  return Object.values(filters).every((value) => value === undefined);
}

/** Whether the day counts can give the total: they hold dates and states only. */
export function countedByDay({ q, organizationId }: ContractFilters): boolean {
  return searchKey(q ?? "") === "" && organizationId === undefined;
}

export function matches(
  { status, usageState, organizationId, startMonth, endMonth }: ContractFilters,
  today: string,
  { dates, state }: { dates: DatesIn; state: StateIn },
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  const effectiveEnd = sql.ref(`${dates}.effective_end`);
  const start = sql.ref(`${dates}.start_date`);
  if (organizationId !== undefined) all.push(sql`c.organization_id = ${organizationId}`);
  if (status) all.push(anyOf(status.map((one) => statusIs(one, today, dates))));
  if (usageState) all.push(anyOf(usageState.map((one) => usageStateIs(one, state))));
  if (startMonth) all.push(sql`${effectiveEnd} >= ${firstDayOfMonth(startMonth)}::date`);
  if (endMonth) all.push(sql`${start} <= ${lastDayOfMonth(endMonth)}::date`);
  return sql`${sql.join(all, sql` and `)}`;
}

function anyOf(some: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(some, sql` or `)})`;
}
