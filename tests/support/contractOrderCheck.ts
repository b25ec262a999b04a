import { type Kysely, sql } from "kysely";
import { expect } from "vitest";
import {
  CONTRACT_SORTS,
  CONTRACT_STATUSES,
  type ContractSort,
  contractStatus,
  effectiveEnd,
  USAGE_STATES,
  usageShare,
  usageState,
} from "../../domain/contracts/rules.ts";
import { firstDayOfMonth, lastDayOfMonth } from "../../domain/text/dates.ts";
import type { Tables } from "../../server/db/tables.ts";
import type { ContractFilters } from "../../server/modules/contracts/queries/contractFilters.ts";
import { filteredPage } from "../../server/modules/contracts/queries/filteredPage.ts";
import {
  summarize,
  unfilteredPage,
} from "../../server/modules/contracts/queries/unfilteredPage.ts";

const plainKeys: Record<ContractSort, string> = {
  contractId: "c.contract_id",
  organizationNo: 'o.organization_no collate "C"',
  organizationName: "o.order_key",
  startDate: "c.start_date",
  endDate: "c.end_date",
  updatedAt: "c.updated_at",
  usage: `greatest(coalesce(u.transcript_count::float8 / c.max_transcript_count, 0),
    coalesce(u.seconds::float8 / (c.max_transcript_minutes * 60.0), 0))`,
};

/** Expects pages of every order, in both directions, to equal a plain ORDER BY. */
export async function expectPagesInOrder(db: Kysely<Tables>): Promise<void> {
  for (const field of CONTRACT_SORTS) {
    const plain = await plainOrder(db, field);
    for (const direction of ["asc", "desc"] as const) {
      const ids = direction === "asc" ? plain : plain.toReversed();
      for (const [offset, limit] of windowsOf(ids.length)) {
        const { rows, total } = await unfilteredPage(db, {
          sort: { field, direction },
          offset,
          limit,
        });
        const page = rows.map(({ contract_id }) => contract_id);
        const where = `${field} ${direction} ${offset}+${limit}`;
        expect({ where, total, page }).toEqual({
          where,
          total: ids.length,
          page: ids.slice(offset, offset + limit),
        });
      }
    }
  }
}

const filters: ContractFilters[] = [
  ...CONTRACT_STATUSES.map((status) => ({ status: [status] })),
  ...USAGE_STATES.map((state) => ({ usageState: [state] })),
  { status: ["ACTIVE", "TERMINATED"], usageState: ["WARNING", "EXCEEDED"] },
  { startMonth: "2026-04", endMonth: "2026-05" },
  { startMonth: "2026-05", usageState: ["NORMAL"] },
];

/**
 * Pages and totals behind filters are what a plain look at all contracts gives. Each combination of
 * filter and order takes another direction, page and way of reading than the last call did.
 */
export async function expectFilteredPages(db: Kysely<Tables>, today: string): Promise<void> {
  const contracts = await plainRows(db);
  const orders = await plainOrders(db);
  for (const filter of filters) {
    const matching = plainMatching(contracts, filter, today);
    const { total } = await summarize(db, filter, today);
    expect({ filter, total }).toEqual({ filter, total: matching.size });
    for (const [field, order] of orders) {
      turn += 1;
      const plain = order.filter((id) => matching.has(id));
      const direction = turn % 2 === 0 ? "asc" : "desc";
      const ids = direction === "asc" ? plain : plain.toReversed();
      const last = Math.max(0, ids.length - 5);
      const offset = [0, Math.floor(ids.length * 0.7), last][turn % 3] ?? 0;
      const where = { filter, field, direction, offset };
      const window = { sort: { field, direction }, offset, limit: 10 } as const;
      const few = Math.floor(turn / 2) % 2 === 0 ? 0 : 1_000_000;
      const answer = await filteredPage(db, filter, window, today, few);
      const page = answer.rows.map(({ contract_id }) => contract_id);
      expect({ where, total: answer.total, page }).toEqual({
        where,
        total: ids.length,
        page: ids.slice(offset, offset + 10),
      });
    }
  }
}

/** Counts the combinations; 77 a call, which no number of ways divides. */
let turn = 0;

/** The ids of the contracts that match, by the rules of the domain. */
function plainMatching(
  contracts: Awaited<ReturnType<typeof plainRows>>,
  { status, usageState: states, startMonth, endMonth }: ContractFilters,
  today: string,
): Set<number> {
  const rows = contracts.filter(
    ({ term, state, effectiveEnd }) =>
      (!status || status.includes(contractStatus(term, today))) &&
      (!states || states.includes(state)) &&
      (!startMonth || effectiveEnd >= firstDayOfMonth(startMonth)) &&
      (!endMonth || term.startDate <= lastDayOfMonth(endMonth)),
  );
  return new Set(rows.map(({ id }) => id));
}

async function plainOrders(db: Kysely<Tables>): Promise<Map<ContractSort, number[]>> {
  const orders = new Map<ContractSort, number[]>();
  for (const field of CONTRACT_SORTS) orders.set(field, await plainOrder(db, field));
  return orders;
}

async function plainOrder(db: Kysely<Tables>, field: ContractSort): Promise<number[]> {
  const { rows } = await sql<{ contract_id: number }>`
    select c.contract_id from contracts c join organizations o using (organization_id)
    join contract_usage u using (organization_id, contract_id)
    order by ${sql.raw(plainKeys[field])}, c.contract_id`.execute(db);
  return rows.map(({ contract_id }) => contract_id);
}

/** First, last and past-the-end pages, some in between, and everything at once. */
function windowsOf(total: number): [offset: number, limit: number][] {
  const within = [0, 0.2, 0.5, 0.7].map((share): [number, number] => [
    Math.floor(total * share),
    10,
  ]);
  return [...within, [Math.max(0, total - 5), 10], [total + 20, 10], [0, total + 1]];
}

/** The counts are those of the domain's rules applied to each contract. */
export async function expectCountsByRules(db: Kysely<Tables>, today: string): Promise<void> {
  const contracts = await plainRows(db);
  const expected = {
    total: contracts.length,
    status: { TERMINATED: 0, EXPIRED: 0, UPCOMING: 0, EXPIRING: 0, ACTIVE: 0 },
    usageState: { NORMAL: 0, WARNING: 0, REACHED: 0, EXCEEDED: 0 },
  };
  for (const { term, state } of contracts) {
    expected.usageState[state] += 1;
    expected.status[contractStatus(term, today)] += 1;
  }
  expect(await summarize(db, {}, today)).toEqual(expected);
}

async function plainRows(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom("contracts as c")
    .innerJoin("contract_usage as u", (join) =>
      join
        .onRef("u.organization_id", "=", "c.organization_id")
        .onRef("u.contract_id", "=", "c.contract_id"),
    )
    .select(["c.contract_id", "c.start_date", "c.end_date", "c.termination_date"])
    .select(["u.transcript_count", "u.seconds", "u.usage_state", "u.usage_share"])
    .select(["c.max_transcript_count", "c.max_transcript_minutes"])
    .execute();
  return rows.map((row) => {
    const use = {
      usedTranscriptCount: row.transcript_count,
      usedTranscriptSeconds: row.seconds,
      maxTranscriptCount: row.max_transcript_count,
      maxTranscriptMinutes: row.max_transcript_minutes,
    };
    const state = usageState(use);
    expect([row.usage_state, row.usage_share]).toEqual([state, usageShare(use)]);
    const term = {
      startDate: row.start_date,
      endDate: row.end_date,
      terminationDate: row.termination_date,
    };
    return { id: row.contract_id, term, state, effectiveEnd: effectiveEnd(term) };
  });
}
