import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { ContractFilters } from "./contractFilters.ts";
import type { ContractWindow } from "./contractOrders.ts";
import { countsByDay, type DayCount } from "./dayCounts.ts";
import { filteredIds } from "./filteredIds.ts";
import { type ContractPage, contractsOf } from "./unfilteredPage.ts";

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
