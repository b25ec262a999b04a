import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { UsageState } from "../../../../domain/contracts/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import {
  type ContractFilters,
  type ContractWindow,
  contractOrders,
  contractSearch,
  directed,
  matches,
  onlySearches,
} from "./contractFilters.ts";
import { type ContractRow, contractJoins, contractSelection } from "./contracts.ts";
import { type ContractPage, contractsOf, countsByDay, type DayCount } from "./unfilteredPage.ts";

const MOST_MERGED = 60_000;

interface FilteredWindow {
  filters: ContractFilters;
  window: ContractWindow;
  today: string;
  days: DayCount[];
  total: number;
  few: number;
}

function filteredIds(asked: FilteredWindow): RawBuilder<unknown> {
  const { filters, window, days, total, few } = asked;
  const { field } = window.sort;
  if (field === "startDate" || field === "endDate") return dayAfterDay(asked);
  // Sorting by usage joins a second table, so it pays off for a quarter as many.
  if (total <= (field === "usage" ? few / 4 : few)) return sorted(asked);
  if (field === "contractId") {
    const { status, usageState, ...others } = filters;
    const depth = Math.min(window.offset, total - window.offset) + window.limit;
    const only = Object.values(others).every((value) => value === undefined);
    if (usageState && !status && only) return merged(asked, byState(usageState));
    // Nearly all contracts with a termination date are TERMINATED; a partial index holds them.
    const terminated = status?.length === 1 && status[0] === "TERMINATED";
    if (!terminated && days.length * depth <= MOST_MERGED) return merged(asked, byDay(asked));
  }
  return along(asked);
}

function dayAfterDay({ filters, window, today, days }: FilteredWindow): RawBuilder<unknown> {
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

interface Groups {
  values: RawBuilder<unknown>;
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

function byDay({ filters, today, days }: FilteredWindow): Groups {
  return {
    values: sql`${days.map(({ day }) => day)}::date[]`,
    ids: sql`select c.contract_id from contracts c ${stateOf(filters)}
      where c.start_date = g.value and ${condition(filters, today)}`,
    id: sql`c.contract_id`,
  };
}

/** Merges the first ids of each group. Ids grow with dates, so a scan could start far off. */
function merged(
  { window, total }: FilteredWindow,
  { values, ids, id }: Groups,
): RawBuilder<unknown> {
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

function along({ filters, window, today, total }: FilteredWindow): RawBuilder<unknown> {
  const { field } = window.sort;
  const { from, table, key } = contractOrders[field];
  const { order, back, skip, take } = nearer(window, total);
  const id = sql.ref(`${table}.contract_id`);
  const matching = matches(filters, today, { dates: table, state: "u" });
  const byShare = field === "usage" && filters.usageState;
  return sql`
    select p.contract_id
    from (
      select ${id}, ${key} as sort_key
      from ${from} ${table === "c" ? stateOf(filters) : sql``}
      where ${matching} ${byShare ? sql`and ${sharesOf(byShare)}` : sql``}
      order by ${key} ${back}, ${id} ${back} limit ${take} offset ${skip}
    ) p
    order by p.sort_key ${order}, p.contract_id ${order}`;
}

function sorted({ filters, window, today, days }: FilteredWindow): RawBuilder<unknown> {
  const { sort, offset, limit } = window;
  const { table, key } = contractOrders[sort.field];
  const order = directed(sort.direction);
  const withUse = table === "u" || filters.usageState !== undefined;
  return sql`
    with found as materialized (
      select c.contract_id, ${key} as sort_key
      from contracts c ${withUse ? contractJoins : sql``}
      where ${condition(filters, today)} and c.start_date = any(${days.map(({ day }) => day)}::date[])
    )
    select contract_id from found
    order by sort_key ${order}, contract_id ${order} limit ${limit} offset ${offset}`;
}

/** Bounds of the usage share per state, slightly wide: they only shorten the scan. */
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

/** The end that the page is read from. From the far end, the window is mirrored. */
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
  return usageState ? sql`join contract_usage u on u.contract_id = c.contract_id` : sql``;
}

/** Up to so many matches are sorted instead of searched in index order. */
const FEW = 5_000;

/** The day counts give the total and the days to read, in the snapshot of the page. */
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
    const ids = filteredIds({ filters, window, today, days, total, few });
    return { rows: await contractsOf(trx, ids), total };
  });
}

function sumOf(days: readonly DayCount[]): number {
  return days.reduce((sum, { contracts }) => sum + contracts, 0);
}

export async function searchedPage(
  db: Kysely<Tables>,
  filters: ContractFilters,
  { sort, offset, limit }: ContractWindow,
  today: string,
): Promise<ContractPage> {
  const search = await contractSearch(db, filters.q ?? "");
  const order = directed(sort.direction);
  const matching = sql`
    from contracts c ${contractJoins}
    where ${matches(filters, today, { dates: "c", state: "u" })} and ${search.condition}`;
  // Materialize a few matches once; for many, a scan in list order finds a page early.
  const total =
    (onlySearches(filters) ? search.total : undefined) ??
    sql`(select count(*) ${search.many ? matching : sql`from matching`})`;
  const { rows } = await sql<Partial<ContractRow> & { total: number }>`
    with matching as ${search.many ? sql`not materialized` : sql`materialized`} (
      select c.organization_id, c.contract_id, ${contractOrders[sort.field].key} as sort_key ${matching}
    ), page as materialized (
      select * from matching order by sort_key ${order}, contract_id ${order}
      limit ${limit} offset ${offset}
    ), content as (
      select p.sort_key, ${contractSelection}
      from page p
      join contracts c on c.organization_id = p.organization_id and c.contract_id = p.contract_id
      ${contractJoins}
    )
    select content.*, counted.total
    from (select ${total} as total) counted
    left join content on true
    order by content.sort_key ${order}, content.contract_id ${order}`.execute(db);
  return { rows: rows.filter(isContract), total: rows[0]?.total ?? 0 };
}

function isContract<Row extends Partial<ContractRow>>(row: Row): row is Row & ContractRow {
  return row.contract_id != null;
}
