import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  addDays,
  addMonths,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
} from "../../../../domain/text/dates.ts";
import { REPORTED_DAYS } from "../../../../domain/usage/rules.ts";
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../context.ts";
import type { Database } from "../../../db/client.ts";
import type { Tables } from "../../../db/tables.ts";
import { raiseReconcileAlerts, resolveReconcileAlert } from "../../alerts/service/raiseAlerts.ts";
import { contractsWithAlert, type Days } from "../queries/differences.ts";
import {
  FIRST_RETAINED_DAY,
  findLostEvents,
  findMonthsBefore,
  type MonthRow,
  noteProven,
} from "../queries/ledgerRows.ts";
import { findDifferences, type UsageDifference } from "./reconcileUsage.ts";

const ADVISORY_LOCK = 7_402_016;

/** What the usage trend is compared with: each row of the ledger, or the daily sums of contracts. */
type TrendSource = "ledger" | "usage_daily";

/** What the usage trend lacks of all contracts, per day. */
const missingTrend = (source: TrendSource) => sql`
  select usage_date, sum(transcript_count)::bigint as transcript_count,
    sum(seconds)::bigint as seconds
  from (
    select usage_date, transcript_count::bigint, seconds::bigint from ${sql.table(source)}
    ${
      source === "ledger"
        ? sql`where usage_date >= ${FIRST_RETAINED_DAY}
      union all select usage_date, transcript_count, seconds from usage_daily
      where usage_date < ${FIRST_RETAINED_DAY}`
        : sql``
    }
    union all select usage_date, -transcript_count, -seconds from usage_course
  ) both_sides
  group by usage_date having sum(transcript_count) <> 0 or sum(seconds) <> 0`;

/** What the day counts of the contract list lack of the contracts. */
const missingDayCounts = sql`
  select start_date, end_date, termination_date, usage_state, sum(contracts)::bigint as contracts
  from (
    select start_date, end_date, termination_date, usage_state, 1::bigint as contracts
    from contract_usage
    union all select start_date, end_date, termination_date, usage_state, -contracts
    from contract_day_counts
  ) both_sides
  group by 1, 2, 3, 4 having sum(contracts) <> 0`;

async function countMissingTrend(
  db: Kysely<Tables>,
  source: TrendSource,
): Promise<{ days: number; first_day: string | null }> {
  const { rows } = await sql<{ days: number; first_day: string | null }>`
    select count(*) as days, min(usage_date) as first_day
    from (${missingTrend(source)}) missing`.execute(db);
  return rows[0] ?? { days: 0, first_day: null };
}

async function countMissingDayCounts(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ counts: number }>`
    select count(*) as counts from (${missingDayCounts}) missing`.execute(db);
  return rows[0]?.counts ?? 0;
}

/**
 * Adds what both lack. A write adds the same to both sides in one transaction, so writes need not
 * wait; the lock serializes repairs.
 */
async function addMissing(trx: Transaction<Tables>, { trend }: { trend: boolean }): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
  const add = (table: string, columns: RawBuilder<unknown>, missing: RawBuilder<unknown>) =>
    sql`insert into ${sql.table(table)} (${columns}) ${missing}`.execute(trx);
  if (trend) {
    await add("usage_course", sql`usage_date, transcript_count, seconds`, missingTrend("ledger"));
  }
  await add(
    "contract_day_counts",
    sql`start_date, end_date, termination_date, usage_state, contracts`,
    missingDayCounts,
  );
}

/** Sums over all contracts, which screens show, that are not those of the contracts. */
export interface TotalDifferences {
  /** Days on which the usage trend differs from the ledger, and the first of them. */
  trendDays: number;
  firstTrendDay: string | null;
  dayCounts: number;
}

/**
 * Compares the usage trend with the whole ledger, or with the daily sums, which are much fewer; and the
 * day counts of the list with contracts.
 */
export function findTotalDifferences(
  db: Kysely<Tables>,
  source: TrendSource = "ledger",
): Promise<TotalDifferences> {
  return withoutLimit(db, async (trx) => {
    const { days, first_day } = await countMissingTrend(trx, source);
    const dayCounts = await countMissingDayCounts(trx);
    return { trendDays: days, firstTrendDay: first_day, dayCounts };
  });
}

/**
 * Makes them equal to the contracts as they are then. Contracts may be written to meanwhile. Without
 * `trend` it leaves the trend, which says what the ledger had before it lost rows.
 */
export function repairTotals(db: Kysely<Tables>, { trend = true } = {}): Promise<void> {
  return withoutLimit(db, (trx) => addMissing(trx, { trend }));
}

function withoutLimit<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return work(trx);
  });
}

/** How many alerts are raised together, with one mail to each system admin. */
const ALERTS_AT_ONCE = 100;

export interface ReconcileDeps extends Pick<Deps, "db" | "now"> {
  config: Pick<Config, "smtp">;
  database?: Pick<Database, "replica">;
  log: { error(details: object, message: string): void };
}

/**
 * Raises RECONCILE for each contract whose counters, copies or daily sums are not right, and resolves
 * it for those that are right again; logs sums over all contracts that are not. Repairs nothing: a
 * person has to know of it. A month of the ledger that no event can be added to is read once, and again
 * after a correction.
 */
export async function reconcileAll(deps: ReconcileDeps): Promise<void> {
  const { db, database, now, log } = deps;
  const readFrom = (await database?.replica()) ?? db;
  const differing = new Set<number>();
  const wrong = new Set<string>();
  const found: UsageDifference[] = [];
  const raise = () =>
    db.transaction().execute((trx) => raiseReconcileAlerts(trx, deps, found.splice(0), now()));
  const alerted = await contractsWithAlert(db);
  // A replica that lags lacks a correction and its count, so that it proves nothing of it.
  const closed = await findMonthsBefore(readFrom, firstOpenMonth(now()));
  for await (const difference of findDifferences(db, { readFrom, days: unproven(closed) })) {
    differing.add(difference.contractId);
    for (const month of difference.differentMonths) wrong.add(month);
    found.push(difference);
    if (found.length === ALERTS_AT_ONCE) await raise();
  }
  await raise();
  for (const { organization_id: organizationId, contract_id: contractId } of alerted) {
    if (differing.has(contractId)) continue;
    const key = { organizationId, contractId };
    await db.transaction().execute((trx) => resolveReconcileAlert(trx, key, now()));
  }
  for (const month of closed) {
    if (!month.proven && !wrong.has(month.month)) await noteProven(db, month);
  }
  for (const lost of await findLostEvents(readFrom)) {
    log.error(
      lost,
      "event ids are kept whose rows of the ledger are gone; reconcile.js names them",
    );
  }
  const totals = await findTotalDifferences(readFrom, "usage_daily");
  if (totals.trendDays > 0 || totals.dayCounts > 0) {
    log.error(totals, "sums over all contracts are wrong; reconcile --repair corrects them");
  }
}

/** The first day of the first month that an event can still be added to, with a day to spare. */
function firstOpenMonth(at: Date): string {
  return firstDayOfMonth(monthOf(addDays(tokyoDate(at), -REPORTED_DAYS - 1)));
}

/** All days but those of proven months. */
function unproven(closed: readonly MonthRow[]): Days[] {
  const parts: Days[] = [];
  let from = "-infinity";
  for (const { month, proven } of closed) {
    if (!proven) continue;
    if (from !== month) parts.push({ from, to: month });
    from = addMonths(month, 1);
  }
  return [...parts, { from, to: "infinity" }];
}
