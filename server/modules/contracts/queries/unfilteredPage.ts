import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import {
  CONTRACT_STATUSES,
  type ContractStatus,
  USAGE_STATES,
  type UsageState,
} from "../../../../domain/contracts/rules.ts";
import type { ContractSummary } from "../../../../domain/contracts/schemas.ts";
import { runPrepared } from "../../../db/prepared.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ContractFilters,
  type ContractWindow,
  contractOrders,
  contractSearch,
  countedByDay,
  type DatesIn,
  directed,
  matches,
  type StateIn,
  statusIs,
  usageStateIs,
} from "./contractFilters.ts";
import { type ContractRow, contractJoins, contractSelection } from "./contracts.ts";

export interface ContractPage {
  rows: ContractRow[];
  total: number;
}

/** One statement and one snapshot; an index-only scan starts at the nearer end. */
export async function unfilteredPage(
  db: Kysely<Tables>,
  { sort, offset, limit }: ContractWindow,
): Promise<ContractPage> {
  const { from, table, key } = contractOrders[sort.field];
  const id = sql.ref(`${table}.contract_id`);
  const [order, back] = [directed(sort.direction), directed(sort.direction, true)];
  const skip = sql`${offset}::bigint`;
  const take = sql`${limit}::bigint`;
  const query = sql<ContractRow & { total: number }>`
    with counted as materialized (
      select coalesce(sum(contracts), 0)::bigint as total from contract_day_counts
    )
    select counted.total, ${contractSelection}
    from counted
    left join lateral unnest(case when ${skip} <= counted.total / 2 then
      array(
        select ${id} from ${from} order by ${key} ${order}, ${id} ${order}
        limit ${take} offset ${skip})
    else
      array(
        select p.contract_id
        from (
          select ${id}, ${key} as sort_key from ${from} order by ${key} ${back}, ${id} ${back}
          limit greatest(0, least(${take}, counted.total - ${skip}))
          offset greatest(0, counted.total - ${skip} - ${take})
        ) p
        order by p.sort_key ${order}, p.contract_id ${order})
    end) with ordinality listed (contract_id, number) on true
    left join contracts c on c.contract_id = listed.contract_id
    ${contractJoins}
    order by listed.number`;
  const { rows } = await runPrepared(db, query.compile(db));
  return pageOf(rows);
}

/** Past the last page there is one row, which holds the total only. */
function pageOf(rows: (ContractRow & { total: number })[]): ContractPage {
  return {
    rows: rows.filter(({ contract_id }) => contract_id !== null),
    total: rows[0]?.total ?? 0,
  };
}

export async function contractsOf(
  db: Kysely<Tables>,
  ids: RawBuilder<unknown>,
): Promise<ContractRow[]> {
  const { rows } = await sql<ContractRow>`
    select ${contractSelection}
    from unnest(array(${ids})) with ordinality listed (contract_id, number)
    join contracts c on c.contract_id = listed.contract_id
    ${contractJoins}
    order by listed.number`.execute(db);
  return rows;
}

export interface DayCount {
  day: string;
  contracts: number;
}

const inCounts = { dates: "d", state: "d" } as const;

export async function summarize(
  db: Kysely<Tables>,
  filters: ContractFilters,
  today: string,
): Promise<ContractSummary> {
  if (countedByDay(filters)) {
    const found = sql`contract_day_counts d where ${matches(filters, today, inCounts)}`;
    return grouped(db, today, { found, contracts: sql`sum(d.contracts)::bigint`, ...inCounts });
  }
  const { condition } = await contractSearch(db, filters.q ?? "");
  const found = sql`contracts c ${contractJoins}
    where ${matches(filters, today, { dates: "c", state: "u" })} and ${condition}`;
  return grouped(db, today, { found, contracts: sql`count(*)`, dates: "c", state: "u" });
}

interface Counted {
  found: RawBuilder<unknown>;
  contracts: RawBuilder<unknown>;
  dates: DatesIn;
  state: StateIn;
}

async function grouped(
  db: Kysely<Tables>,
  today: string,
  { found, contracts, dates, state }: Counted,
): Promise<ContractSummary> {
  const { rows } = await sql<{ status: ContractStatus; usageState: UsageState; contracts: number }>`
    select ${caseOf(CONTRACT_STATUSES, (status) => statusIs(status, today, dates))} as status,
      ${caseOf(USAGE_STATES, (one) => usageStateIs(one, state))} as "usageState",
      ${contracts} as contracts
    from ${found} group by 1, 2`.execute(db);
  const status = { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 };
  const usageState = { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 };
  for (const row of rows) {
    status[row.status] += row.contracts;
    usageState[row.usageState] += row.contracts;
  }
  return { total: rows.reduce((sum, row) => sum + row.contracts, 0), status, usageState };
}

function caseOf<Word extends string>(
  words: readonly Word[],
  condition: (word: Word) => RawBuilder<SqlBool>,
): RawBuilder<Word> {
  const branches = words.map((word) => sql`when ${condition(word)} then ${sql.lit(word)}`);
  return sql`case ${sql.join(branches, sql` `)} end`;
}

export async function countsByDay(
  db: Kysely<Tables>,
  day: "start_date" | "end_date",
  filters: ContractFilters,
  today: string,
): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select ${sql.ref(day)} as day, sum(contracts)::bigint as contracts
    from contract_day_counts d where ${matches(filters, today, inCounts)}
    group by 1 having sum(contracts) <> 0 order by 1`.execute(db);
  return rows;
}

const FOLD_LOCK = 7_402_013;

/** Merges rows with equal keys; readers see the rows or their sum. The lock serializes runs. */
export async function foldDayCounts(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLD_LOCK})`.execute(trx);
  await sql`
    with repeated as (
      select start_date, end_date, coalesce(termination_date, 'infinity') as termination,
        usage_state
      from contract_day_counts
      group by 1, 2, 3, 4 having count(*) > 1
    ), removed as (
      delete from contract_day_counts d using repeated r
      where d.start_date = r.start_date and d.end_date = r.end_date
        and coalesce(d.termination_date, 'infinity') = r.termination
        and d.usage_state = r.usage_state
      returning d.*
    )
    insert into contract_day_counts
      (start_date, end_date, termination_date, usage_state, contracts)
    select start_date, end_date, termination_date, usage_state, sum(contracts)
    from removed group by 1, 2, 3, 4 having sum(contracts) <> 0`.execute(trx);
}
