import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  type ContractSort,
  type ContractStatus,
  EXPIRING_DAYS,
  type UsageState,
} from "../../domain/contractRules.ts";
import { addDays } from "../../domain/dates.ts";
import { runPrepared } from "./prepared.ts";
import type { Tables } from "./tables.ts";

/** Which of all contracts: `limit` of them after the first `offset`, in an order. */
export interface ContractWindow {
  sort: { field: ContractSort; direction: "asc" | "desc" };
  offset: number;
  limit: number;
}

/** What to read of each contract: columns over `contracts c`, and what is joined to it. */
export interface ContractReading {
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
}

/**
 * A page of all contracts and how many there are, in one statement and one snapshot, in about the
 * time of two reads by key wherever the page lies (migrations/002_contract_order.sql). Contracts
 * of equal keys are in the order of their ids, descending where the order is.
 */
export async function contractPage<Row extends { contract_id: number }>(
  db: Kysely<Tables>,
  { sort, offset, limit }: ContractWindow,
  { columns, joins }: ContractReading,
): Promise<{ rows: Row[]; total: number }> {
  const query = sql<Row & { total: number }>`
    select page.total, ${columns}
    from contract_page(${sort.field}::contract_order_kind, ${offset}::bigint, ${limit}::bigint,
      ${sort.direction === "desc"}::boolean) page
    left join lateral unnest(page.contract_ids) with ordinality listed (contract_id, number) on true
    left join contracts c on c.contract_id = listed.contract_id
    ${joins}
    order by listed.number`;
  const { rows } = await runPrepared(db, query.compile(db));
  // A page past the end is one line with the total and no contract.
  return {
    rows: rows.filter(({ contract_id }) => contract_id !== null),
    total: rows[0]?.total ?? 0,
  };
}

export interface ContractCounts {
  total: number;
  status: Record<ContractStatus, number>;
  usageState: Record<UsageState, number>;
}

/**
 * How many contracts are in each status on `today` (the date in Asia/Tokyo) and in each usage
 * state, without looking at the contracts: each is a difference of positions in an order.
 */
export async function contractCounts(db: Kysely<Tables>, today: string): Promise<ContractCounts> {
  const tomorrow = addDays(today, 1);
  const later = addDays(today, EXPIRING_DAYS + 1);
  const query = sql<Positions>`
    select (contract_page('contractId', 0, 0, false)).total,
      contracts_before('startDate', ${tomorrow}) as started,
      contracts_before('endDate', ${today}) - contracts_before('terminatedEnd', ${today}) as expired,
      contracts_before('terminationDate', ${today}) as terminated,
      contracts_before('endDate', ${later}) - contracts_before('terminatedEnd', ${later})
        + contracts_before('terminationDate', ${later}) as "overByLater",
      (select count(*) from contract_order
        where kind = 'shortTerm' and key >= ${tomorrow} and key < ${later}
          and right(key, 10) < ${later}) as "upcomingOverByLater",
      contracts_before('usageState', 'F') as exceeded,
      contracts_before('usageState', 'S') as "reachedOrMore",
      contracts_before('usageState', 'X') as "warnedOrMore"`;
  const { rows } = await runPrepared(db, query.compile(db));
  return countsFrom(rows[0] ?? nothing);
}

interface Positions {
  total: number;
  started: number;
  expired: number;
  terminated: number;
  overByLater: number;
  upcomingOverByLater: number;
  exceeded: number;
  reachedOrMore: number;
  warnedOrMore: number;
}

const nothing: Positions = {
  total: 0,
  started: 0,
  expired: 0,
  terminated: 0,
  overByLater: 0,
  upcomingOverByLater: 0,
  exceeded: 0,
  reachedOrMore: 0,
  warnedOrMore: 0,
};

function countsFrom(at: Positions): ContractCounts {
  const upcoming = at.total - at.started;
  const expiring = at.overByLater - at.expired - at.terminated - at.upcomingOverByLater;
  return {
    total: at.total,
    status: {
      TERMINATED: at.terminated,
      EXPIRED: at.expired,
      UPCOMING: upcoming,
      EXPIRING: expiring,
      ACTIVE: at.started - at.expired - at.terminated - expiring,
    },
    usageState: {
      NORMAL: at.total - at.warnedOrMore,
      WARNING: at.warnedOrMore - at.reachedOrMore,
      REACHED: at.reachedOrMore - at.exceeded,
      EXCEEDED: at.exceeded,
    },
  };
}
