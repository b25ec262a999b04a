import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

/** A partition of the ledger that ends before some instant. */
export interface OldPart {
  name: string;
  /** The first day of its last month. */
  month: string;
  /** Whether its sums are proven, so that its rows are not needed for them. */
  proven: boolean;
}

/** The partitions of the ledger that end before an instant or at it, the oldest first. */
export async function findOldParts(db: Kysely<Tables>, end: Date): Promise<OldPart[]> {
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

/** Whether a partition has no row. */
export async function isEmptyPart(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
  return rows.length === 0;
}

/** Drops a partition with all that is older, and notes up to which month only sums are left. */
export async function dropPart(
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
