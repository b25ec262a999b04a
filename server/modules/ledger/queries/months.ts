import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** The first day of which the ledger has rows: months that are too old were dropped. */
export const FIRST_KEPT_DAY = sql`(
  select coalesce((max(month) + interval '1 month')::date, '-infinity'::date) from ledger_months
  where dropped_at is not null)`;

/** A month of the ledger, how often it was corrected, and whether its sums are proven as they are. */
export interface MonthRow {
  /** The first day. */
  month: string;
  changes: number;
  proven: boolean;
}

/** The months from that of the first contract to the one before a day that are known, in their order. */
export async function findMonthsBefore(db: Kysely<Tables>, day: string): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select m.month::date as month, coalesce(l.changes, 0)::bigint as changes,
      coalesce(l.changes = l.proven_changes, false) as proven
    from (
      select generate_series(date_trunc('month', (select min(start_date) from contract_usage)),
        ${day}::date - interval '1 month', interval '1 month') as month
    ) m
    left join ledger_months l on l.month = m.month
    order by m.month`.execute(db);
  return rows;
}

/** Notes that the sums of a month are right, unless it was corrected since `changes` was read. */
export async function noteProven(
  db: Kysely<Tables>,
  { month, changes }: Pick<MonthRow, "month" | "changes">,
): Promise<void> {
  await sql`
    insert into ledger_months (month, changes, proven_changes)
    values (${month}::date, ${changes}, ${changes})
    on conflict (month) do update set proven_changes = excluded.proven_changes`.execute(db);
}

declare module "../../../db/tables.ts" {
  interface Tables {
    ledger_months: {
      month: string;
      changes: number;
      proven_changes: number | null;
      dropped_at: Date | null;
    };
  }
}
