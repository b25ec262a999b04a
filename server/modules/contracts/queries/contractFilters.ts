import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import {
  type ContractSort,
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../../../domain/text/dates.ts";
import { searchKey } from "../../../../domain/text/searchKey.ts";
import { contains, idsContaining } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";

/** Tables with contract dates: `contracts c`, `contract_usage u`, `contract_day_counts d`. */
export type DatesIn = "c" | "u" | "d";
export type StateIn = "u" | "d";

/** The rules of domain/contracts/rules.ts, as ranges for an index; a test compares both. */
export function statusIs(
  status: ContractStatus,
  today: string,
  table: DatesIn = "c",
): RawBuilder<SqlBool> {
  const day = sql`${today}::date`;
  const start = sql.ref(`${table}.start_date`);
  const termination = sql.ref(`${table}.termination_date`);
  const effectiveEnd = sql.ref(`${table}.effective_end`);
  switch (status) {
    case "TERMINATED":
      return sql`${termination} < ${day}`;
    case "EXPIRED":
      return sql`(${sql.ref(`${table}.end_date`)} < ${day} and ${termination} is null)`;
    case "UPCOMING":
      return sql`${start} > ${day}`;
    case "EXPIRING":
      return sql`(${start} <= ${day} and ${effectiveEnd} between ${day} and ${day} + ${sql.lit(EXPIRING_DAYS)})`;
    case "ACTIVE":
      return sql`(${start} <= ${day} and ${effectiveEnd} > ${day} + ${sql.lit(EXPIRING_DAYS)})`;
  }
}

export function usageStateIs(state: UsageState, table: StateIn = "u"): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${table}.usage_state`)} = ${sql.lit(state)}`;
}

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

export interface ContractWindow {
  sort: { field: ContractSort; direction: "asc" | "desc" };
  offset: number;
  limit: number;
}

interface ContractOrder {
  from: RawBuilder<unknown>;
  table: Extract<DatesIn, "c" | "u">;
  key: RawBuilder<unknown>;
}

const ofContracts = (column: string): ContractOrder => ({
  from: sql`contracts c`,
  table: "c",
  key: sql.ref(`c.${column}`),
});

export const contractOrders: Record<ContractSort, ContractOrder> = {
  contractId: ofContracts("contract_id"),
  organizationNo: ofContracts("organization_no"),
  organizationName: ofContracts("order_key"),
  startDate: ofContracts("start_date"),
  endDate: ofContracts("end_date"),
  updatedAt: ofContracts("updated_at"),
  usage: { from: sql`contract_usage u`, table: "u", key: sql`u.usage_share` },
};

export function directed(direction: "asc" | "desc", turned = false): RawBuilder<unknown> {
  return (direction === "asc") === turned ? sql`desc` : sql`asc`;
}

const ADVISORY_LOCK = 7_402_014;
const ASCII = /^[\x21-\x7e]+$/;

declare module "../../../db/tables.ts" {
  interface Tables {
    contract_admin_counts: { organization_id: number; admin_key: string; contracts: number };
  }
}

/** Whether an e-mail address may contain the key. The counts know names and numbers only. */
function mayBeInEmail(key: string): boolean {
  return ASCII.test(key);
}

/** How many contracts have the key in the names of admin and organization or in its number. */
function countByNames(key: string): RawBuilder<number> {
  return sql`(
    select coalesce(sum(a.contracts), 0)::bigint from contract_admin_counts a
    where ${contains("a.admin_key", key)} or a.organization_id in (
      select o.organization_id from organizations o where ${contains("o.search_key", key)}))`;
}

/** Merges rows with equal keys; readers see the rows or their sum. The lock serializes runs. */
export async function foldAdminCounts(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select organization_id, admin_key
      from contract_admin_counts group by 1, 2 having count(*) > 1
    ), removed as (
      delete from contract_admin_counts a using repeated r
      where a.organization_id = r.organization_id and a.admin_key = r.admin_key
      returning a.*
    )
    insert into contract_admin_counts (organization_id, admin_key, contracts)
    select organization_id, admin_key, sum(contracts)
    from removed group by 1, 2 having sum(contracts) <> 0`.execute(trx);
}

interface ContractSearch {
  condition: RawBuilder<SqlBool>;
  many: boolean;
  /** The number of contracts found, where it can be had without reading them. */
  total?: RawBuilder<number>;
}

/** Of so many contracts, a frequent term is in at least so many. */
const SAMPLE = 10_000;
const FREQUENT = 100;

/** The index gives the ids of a rare term; a frequent one has so many that rows are read. */
export async function contractSearch(
  db: Kysely<Tables>,
  typed: string,
  few = SAMPLE,
): Promise<ContractSearch> {
  const key = searchKey(typed);
  if (key === "") return { condition: sql`true`, many: false };
  const containing = contains("c.search_key", key);
  const every: ContractSearch = { condition: containing, many: true };
  if (!mayBeInEmail(key)) every.total = countByNames(key);
  if (await isFrequent(db, containing)) return every;
  const { rows } = await sql<{ ids: number[] }>`
    select ${idsContaining<number>("contracts", key, few + 1)}::float8[] as ids`.execute(db);
  const { ids = [] } = rows[0] ?? {};
  if (ids.length > few) return every;
  return { condition: sql<SqlBool>`c.contract_id = any(${ids}::bigint[])`, many: false };
}

async function isFrequent(db: Kysely<Tables>, containing: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select search_key from contracts limit ${SAMPLE}) c
    where ${containing}`.execute(db);
  return (rows[0]?.found ?? 0) >= FREQUENT;
}
