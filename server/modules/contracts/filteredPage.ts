import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { UsageState } from "../../../domain/contractRules.ts";
import type { Tables } from "../../db/tables.ts";
import { type ContractFilters, matches } from "./contractFilters.ts";
import { type ContractWindow, contractOrders, directed } from "./contractOrders.ts";
import { type ContractPage, contractsOf } from "./contractPage.ts";
import { countsByDay, type DayCount } from "./dayCounts.ts";

/** So many contracts are sorted sooner than an order is searched for them. */
const FEW = 5_000;
/** So many entries of an index are read to merge days, at most. */
const MOST_MERGED = 60_000;

/**
 * A page of the contracts that match, and how many match in all, where the day counts tell how
 * many do (countedByDay). They also tell on which days those contracts start and end, so that only
 * these days are read. Both come from one snapshot.
 */
export function filteredPage(
  db: Kysely<Tables>,
  filters: ContractFilters,
  window: ContractWindow,
  today: string,
  few = FEW,
): Promise<ContractPage> {
  const snapshot = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return snapshot.execute(async (trx) => {
    await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
    const day = window.sort.field === "endDate" ? "end_date" : "start_date";
    const days = await countsByDay(trx, day, filters, today);
    const total = sumOf(days);
    if (window.offset >= total) return { rows: [], total };
    const ids = pageIds({ filters, window, today, days, total, few });
    return { rows: await contractsOf(trx, ids), total };
  });
}

interface Asked {
  filters: ContractFilters;
  window: ContractWindow;
  today: string;
  days: DayCount[];
  total: number;
  few: number;
}

/** The ids of a page in its order, read in the way that reads least. */
function pageIds(asked: Asked): RawBuilder<unknown> {
  const { filters, window, days, total, few } = asked;
  const { field } = window.sort;
  if (field === "startDate" || field === "endDate") return dayAfterDay(asked);
  if (field === "contractId" && total > few) {
    const { status, usageState, ...others } = filters;
    const depth = Math.min(window.offset, total - window.offset) + window.limit;
    const only = Object.values(others).every((value) => value === undefined);
    if (usageState && !status && only) return merged(asked, byState(usageState));
    // Nearly all of those that bear a termination have passed it, and have an index of their own.
    const terminated = status?.length === 1 && status[0] === "TERMINATED";
    if (!terminated && days.length * depth <= MOST_MERGED) return merged(asked, byDay(asked));
  }
  return along(asked);
}

/** Walks along the days that have contracts, from the first one that the page reaches. */
function dayAfterDay({ filters, window, today, days }: Asked): RawBuilder<unknown> {
  const { sort, offset, limit } = window;
  const order = directed(sort.direction);
  const wanted: string[] = [];
  let passed = 0;
  let before = 0;
  for (const { day, contracts } of sort.direction === "asc" ? days : days.toReversed()) {
    if (passed >= offset + limit) break;
    if (passed + contracts > offset) wanted.push(day);
    else before += contracts;
    passed += contracts;
  }
  const skip = offset - before;
  const { key } = contractOrders[sort.field];
  return sql`
    select found.contract_id
    from unnest(${wanted}::date[]) with ordinality listed (day, number)
    cross join lateral (
      select c.contract_id from contracts c ${stateOf(filters)}
      where ${key} = listed.day and ${condition(filters, today)}
      order by c.contract_id ${order} limit ${skip + limit}
    ) found
    order by listed.number, found.contract_id ${order} limit ${limit} offset ${skip}`;
}

/** Groups of contracts that match, each read in the order of the ids. */
interface Groups {
  values: RawBuilder<unknown>;
  /** The ids of the group `g.value`. */
  ids: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}

function byState(states: readonly string[]): Groups {
  return {
    values: sql`${states}::text[]`,
    ids: sql`select u.contract_id from contract_usage u where u.usage_state = g.value`,
    id: sql`u.contract_id`,
  };
}

function byDay({ filters, today, days }: Asked): Groups {
  return {
    values: sql`${days.map(({ day }) => day)}::date[]`,
    ids: sql`select c.contract_id from contracts c ${stateOf(filters)}
      where c.start_date = g.value and ${condition(filters, today)}`,
    id: sql`c.contract_id`,
  };
}

/** The first ids of each group, merged: ids go with dates, so the list itself may begin far away. */
function merged({ window, total }: Asked, { values, ids, id }: Groups): RawBuilder<unknown> {
  const { order, back, skip, take } = nearer(window, total);
  return sql`
    select p.contract_id
    from (
      select found.contract_id
      from unnest(${values}) g (value)
      cross join lateral (${ids} order by ${id} ${back} limit ${skip + take}) found
      order by 1 ${back} limit ${take} offset ${skip}
    ) p
    order by 1 ${order}`;
}

/** Along the order itself from the nearer end; a few contracts are found first, then sorted. */
function along({ filters, window, today, days, total, few }: Asked): RawBuilder<unknown> {
  const { field } = window.sort;
  const { from, table, key } = contractOrders[field];
  const { order, back, skip, take } = nearer(window, total);
  const id = sql.ref(`${table}.contract_id`);
  const conditions = [matches(filters, today, { dates: table, state: "u" })];
  if (field === "usage" && filters.usageState) conditions.push(sharesOf(filters.usageState));
  const sorted = total <= few;
  if (sorted) {
    const listed = days.map(({ day }) => day);
    conditions.push(sql`${sql.ref(`${table}.start_date`)} = any(${listed}::date[])`);
  }
  return sql`
    with found as ${sorted ? sql`materialized` : sql`not materialized`} (
      select ${id}, ${key} as sort_key
      from ${from} ${table === "c" ? stateOf(filters) : sql``}
      where ${sql.join(conditions, sql` and `)}
    )
    select p.contract_id
    from (
      select * from found order by sort_key ${back}, contract_id ${back}
      limit ${take} offset ${skip}
    ) p
    order by p.sort_key ${order}, p.contract_id ${order}`;
}

/** Beyond which shares a state cannot lie, a little more than exact: it shortens the walk only. */
const shares: Record<UsageState, readonly [from: number, to: number]> = {
  NORMAL: [0, 0.81],
  WARNING: [0.79, 1],
  REACHED: [0.99, 1.01],
  EXCEEDED: [1, Number.MAX_VALUE],
};

function sharesOf(states: readonly UsageState[]): RawBuilder<SqlBool> {
  const from = Math.min(...states.map((state) => shares[state][0]));
  const to = Math.max(...states.map((state) => shares[state][1]));
  return sql`u.usage_share between ${from} and ${to}`;
}

/** From which end a page is read; turned around, it ends where the page begins. */
function nearer({ sort, offset, limit }: ContractWindow, total: number) {
  const turned = offset > total / 2;
  return {
    order: directed(sort.direction),
    back: directed(sort.direction, turned),
    skip: turned ? Math.max(0, total - offset - limit) : offset,
    take: turned ? Math.min(limit, total - offset) : limit,
  };
}

function condition(filters: ContractFilters, today: string): RawBuilder<SqlBool> {
  return matches(filters, today, { dates: "c", state: "u" });
}

function stateOf({ usageState }: ContractFilters): RawBuilder<unknown> {
  // By the id alone, so that two indexes tell all there is to know.
  return usageState ? sql`join contract_usage u on u.contract_id = c.contract_id` : sql``;
}

function sumOf(days: readonly DayCount[]): number {
  return days.reduce((sum, { contracts }) => sum + contracts, 0);
}
