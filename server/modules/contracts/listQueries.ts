import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import {
  CONTRACT_STATUSES,
  type ContractSort,
  type ContractStatus,
  USAGE_STATES,
  type UsageState,
} from "../../../domain/contractRules.ts";
import type { ContractSummary } from "../../../domain/contracts.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../../domain/dates.ts";
import { searchKey } from "../../../domain/searchKey.ts";
import type { ContractWindow } from "../../db/contractOrder.ts";
import type { Tables } from "../../db/tables.ts";
import { contractSearch } from "./contractSearch.ts";
import { statusIs, usageStateIs } from "./contractSql.ts";
import { besideContract, type ContractRow, contractColumns } from "./queries.ts";

/** What narrows a list of contracts down; the months are those that a contract is valid in. */
export interface ContractFilters {
  q?: string | undefined;
  status?: ContractStatus[] | undefined;
  usageState?: UsageState[] | undefined;
  organizationId?: number | undefined;
  startMonth?: string | undefined;
  endMonth?: string | undefined;
}

const sortColumns: Record<ContractSort, RawBuilder<unknown>> = {
  contractId: sql`c.contract_id`,
  organizationNo: sql`o.organization_no`,
  organizationName: sql`o.name_key`,
  startDate: sql`c.start_date`,
  endDate: sql`c.end_date`,
  updatedAt: sql`c.updated_at`,
};

/** Whether a list is narrowed down at all. */
export function narrows({ q, ...filters }: ContractFilters): boolean {
  return searchKey(q ?? "") !== "" || Object.values(filters).some((value) => value !== undefined);
}

/** A page of the contracts that match, and how many match in all. */
export async function findMatching(
  db: Kysely<Tables>,
  filters: ContractFilters,
  { sort, offset, limit }: ContractWindow,
  today: string,
): Promise<{ rows: ContractRow[]; total: number }> {
  const matching = await conditions(db, filters, today);
  const order = sort.direction === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await sql<Partial<ContractRow> & { total: number }>`
    with matching as materialized (
      select c.organization_id, c.contract_id, ${sortColumns[sort.field]} as sort_key
      from contracts c ${besideContract}
      where ${matching}
    ), page as (
      select * from matching order by sort_key ${order}, contract_id ${order}
      limit ${limit} offset ${offset}
    ), content as (
      select p.sort_key, ${contractColumns}
      from page p
      join contracts c on c.organization_id = p.organization_id and c.contract_id = p.contract_id
      ${besideContract}
    )
    select content.*, counted.total
    from (select count(*) as total from matching) counted left join content on true
    order by content.sort_key ${order}, content.contract_id ${order}`.execute(db);
  return { rows: rows.filter(isContract), total: rows[0]?.total ?? 0 };
}

/** A page past the end has no contract beside the total. */
function isContract<Row extends Partial<ContractRow>>(row: Row): row is Row & ContractRow {
  return row.contract_id != null;
}

/** How many of the contracts that match are in each status and usage state. */
export async function countMatching(
  db: Kysely<Tables>,
  filters: ContractFilters,
  today: string,
): Promise<ContractSummary> {
  const matching = await conditions(db, filters, today);
  const { rows } = await sql<{ status: ContractStatus; usageState: UsageState; count: number }>`
    select ${caseOf(CONTRACT_STATUSES, (status) => statusIs(status, today))} as status,
      ${caseOf(USAGE_STATES, usageStateIs)} as "usageState", count(*) as count
    from contracts c ${besideContract}
    where ${matching}
    group by 1, 2`.execute(db);
  const status = { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 };
  const usageState = { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 };
  for (const row of rows) {
    status[row.status] += row.count;
    usageState[row.usageState] += row.count;
  }
  return { total: rows.reduce((sum, { count }) => sum + count, 0), status, usageState };
}

function caseOf<Word extends string>(
  words: readonly Word[],
  condition: (word: Word) => RawBuilder<SqlBool>,
): RawBuilder<Word> {
  const branches = words.map((word) => sql`when ${condition(word)} then ${sql.lit(word)}`);
  return sql`case ${sql.join(branches, sql` `)} end`;
}

async function conditions(
  db: Kysely<Tables>,
  filters: ContractFilters,
  today: string,
): Promise<RawBuilder<SqlBool>> {
  const { q = "", status, usageState, organizationId, startMonth, endMonth } = filters;
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (organizationId !== undefined) all.push(sql`c.organization_id = ${organizationId}`);
  if (status) all.push(anyOf(status.map((one) => statusIs(one, today))));
  if (usageState) all.push(anyOf(usageState.map(usageStateIs)));
  if (startMonth) all.push(sql`c.effective_end >= ${firstDayOfMonth(startMonth)}::date`);
  if (endMonth) all.push(sql`c.start_date <= ${lastDayOfMonth(endMonth)}::date`);
  if (searchKey(q) !== "") all.push(await contractSearch(db, q));
  return sql`${sql.join(all, sql` and `)}`;
}

function anyOf(some: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`(${sql.join(some, sql` or `)})`;
}
