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
import {
  raiseReconcileAlerts,
  resolveReconcileAlert,
} from "../../alerts/service/reconcileAlerts.ts";
import { contractsWithAlert, type Days } from "../queries/differences.ts";
import { findLostEvents } from "../queries/lostEvents.ts";
import { findMonthsBefore, type MonthRow, noteProven } from "../queries/months.ts";
import { findTotalDifferences } from "./reconcileTotals.ts";
import { findDifferences, type UsageDifference } from "./reconcileUsage.ts";

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
