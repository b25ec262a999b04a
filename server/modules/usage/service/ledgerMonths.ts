import { subDays } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import {
  addMonths,
  firstDayOfMonth,
  monthOf,
  tokyoDate,
  tokyoMidnight,
} from "../../../../domain/text/dates.ts";
import { LEDGER_YEARS, REPORTED_DAYS } from "../../../../domain/usage/rules.ts";
import type { Deps } from "../../../context.ts";
import { MONTHS_AHEAD } from "../../../db/migrate.ts";
import type { Tables } from "../../../db/tables.ts";
import { dropIds, findClosedMonths, makeLedgerMonths, openMonth } from "../queries/usageEvents.ts";

/** A partition of the ledger that ends before some instant. */
interface OldPart {
  name: string;
  /** The first day of its last month. */
  month: string;
  /** Whether its sums are proven, so that its rows are not needed for them. */
  proven: boolean;
}

/** The partitions of the ledger that end before an instant or at it, the oldest first. */
async function findOldParts(db: Kysely<Tables>, end: Date): Promise<OldPart[]> {
  const { rows } = await sql<OldPart>`
    with parts as (
      select c.relname as name,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as until
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'ledger'::regclass
    ), months as (
      select name, until,
        (date_trunc('month', until at time zone 'Asia/Tokyo') - interval '1 month')::date as month
      from parts where until <= ${end}
    )
    select p.name, p.month,
      exists (select from ledger_months m where m.month = p.month)
        and not exists (select from ledger_months m
          where m.month <= p.month and m.changes is distinct from m.proven_changes) as proven
    from months p order by p.until`.execute(db);
  return rows;
}

async function isEmptyPart(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
  return rows.length === 0;
}

/** Drops a partition with all that is older, and notes up to which month only sums are left. */
async function dropPart(
  trx: Transaction<Tables>,
  { name, month }: OldPart,
  at: Date,
): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(trx);
  await sql`
    delete from ledger_other_time
    where occurred_at < ((${month}::date + interval '1 month') at time zone 'Asia/Tokyo')
      and organization_id is not null`.execute(trx);
  await sql`
    insert into ledger_months (month, changes, proven_changes, dropped_at)
    values (${month}::date, 0, 0, ${at})
    on conflict (month) do update set dropped_at = excluded.dropped_at`.execute(trx);
}

export type DropDeps = Pick<Deps, "db" | "now"> & {
  log: { warn(details: object, message: string): void };
};

/**
 * Drops the months of the ledger that ended more than seven years ago (docs/operations/data.md). Their
 * sums per day stay, and so do counters. A month that is not proven is kept with all later ones, since
 * its sums may be wrong: the nightly comparison proves it, or raises an alert.
 */
export async function dropOldMonths({ db, now, log }: DropDeps): Promise<void> {
  const at = now();
  const thisMonth = firstDayOfMonth(monthOf(tokyoDate(at)));
  const end = tokyoMidnight(addMonths(thisMonth, -12 * LEDGER_YEARS));
  for (const part of await findOldParts(db, end)) {
    if (!part.proven && !(await isEmptyPart(db, part.name))) {
      log.warn(
        { month: part.month },
        "an old month of the ledger is kept: its sums are not proven",
      );
      return;
    }
    await db.transaction().execute(async (trx) => {
      // Reports wait for a statement that waits for its lock.
      await sql`set local lock_timeout = '300ms'`.execute(trx);
      await dropPart(trx, part, at);
    });
  }
}

/** A day more than an event can be reported, since its time may be ahead of ours. */
const RECOGNISED_DAYS = REPORTED_DAYS + 1;

/**
 * Makes the coming months of the ledger, lets ids of events be written to the current month, and drops
 * those of events that cannot be reported any more (docs/decisions/055-ledger-in-months.md). Any number
 * of copies of the server may do it at once.
 */
export async function keepMonths({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const at = now();
  const today = tokyoDate(at);
  await briefly(db, (trx) => makeLedgerMonths(trx, { ahead: MONTHS_AHEAD, today }));
  await briefly(db, (trx) => openMonth(trx, firstDayOfMonth(monthOf(today)), at));
  for (const month of await findClosedMonths(db, subDays(at, RECOGNISED_DAYS))) {
    await briefly(db, (trx) => dropIds(trx, month));
  }
}

/** Reports wait for a statement that waits for its lock, so that may not be for long; it is tried again. */
function briefly(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<void>) {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '300ms'`.execute(trx);
    await work(trx);
  });
}
