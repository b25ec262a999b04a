import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { addDays, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { LedgerKind } from "../../../../domain/usage/ledgerRules.ts";
import type { Tables } from "../../../db/tables.ts";

export interface LedgerRow {
  ledger_id: number;
  event_id: string | null;
  occurred_at: Date;
  recorded_at: Date;
  usage_date: string;
  workspace_id: number | null;
  workspace_name: string | null;
  transcript_count: number;
  seconds: number;
  reason: string | null;
  adjusted_by_name: string | null;
}

export interface ContractKey {
  organization_id: number;
  contract_id: number;
}

export interface LedgerFilters {
  startDate?: string | undefined;
  endDate?: string | undefined;
  /** 0 for rows without a workspace. */
  workspaceId?: number | undefined;
  kind?: LedgerKind | undefined;
}

export const ledgerColumns = sql`
  l.ledger_id, l.event_id, l.occurred_at, l.recorded_at, l.usage_date, l.workspace_id,
  w.workspace_name, l.transcript_count, l.seconds, l.reason, a.user_name as adjusted_by_name`;

export const besideLedger = (organizationId: number) => sql`
  left join (select * from workspaces where organization_id = ${organizationId}) w
    on w.workspace_id = l.workspace_id
  left join users a on a.user_id = l.adjusted_by`;

/** Rows `l` of the ledger that the filters select; `where` of an index scan by the primary key. */
export function selectedRows(
  { organization_id, contract_id }: ContractKey,
  { startDate, endDate, workspaceId, kind }: LedgerFilters,
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [
    sql`l.organization_id = ${organization_id}`,
    sql`l.contract_id = ${contract_id}`,
  ];
  if (startDate) all.push(sql`l.occurred_at >= ${tokyoMidnight(startDate)}`);
  if (endDate) all.push(sql`l.occurred_at < ${tokyoMidnight(addDays(endDate, 1))}`);
  if (workspaceId === 0) all.push(sql`l.workspace_id is null`);
  if (workspaceId) all.push(sql`l.workspace_id = ${workspaceId}`);
  if (kind) all.push(kind === "EVENT" ? sql`l.event_id is not null` : sql`l.event_id is null`);
  return sql`${sql.join(all, sql` and `)}`;
}

const rowCounts: Record<LedgerKind | "ALL", RawBuilder<number>> = {
  EVENT: sql`event_rows`,
  ADJUSTMENT: sql`adjustment_rows`,
  ALL: sql`event_rows + adjustment_rows`,
};

/** The days with selected rows, and how many they have: never as many as the rows themselves. */
export function selectedDays(
  { organization_id, contract_id }: ContractKey,
  { startDate, endDate, workspaceId, kind }: LedgerFilters,
): RawBuilder<{ usage_date: string; rows: number }> {
  const all: RawBuilder<SqlBool>[] = [
    sql`organization_id = ${organization_id}`,
    sql`contract_id = ${contract_id}`,
  ];
  if (startDate) all.push(sql`usage_date >= ${startDate}::date`);
  if (endDate) all.push(sql`usage_date <= ${endDate}::date`);
  if (workspaceId !== undefined) all.push(sql`workspace_id = ${workspaceId}`);
  const rows = sql`sum(${rowCounts[kind ?? "ALL"]})::bigint`;
  return sql`
    select usage_date, ${rows} as rows from usage_daily
    where ${sql.join(all, sql` and `)} group by usage_date having ${rows} > 0`;
}

export const directed = { asc: sql`asc`, desc: sql`desc` } as const;

export interface LockedUse {
  organization_name: string;
  transcript_count: number;
  seconds: number;
  start_date: string;
  end_date: string;
  termination_date: string | null;
}

/** Keeps the contract from being deleted; its usage is locked afterwards (lockUse). */
export async function lockContractRow(
  trx: Transaction<Tables>,
  contractId: number,
): Promise<ContractKey | undefined> {
  return trx
    .selectFrom("contracts")
    .select(["organization_id", "contract_id"])
    .where("contract_id", "=", contractId)
    .forKeyShare()
    .executeTakeFirst();
}

/** The counters of a contract with its dates, locked until the commit. */
export async function lockUse(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<LockedUse> {
  return trx
    .selectFrom("contract_usage as u")
    .innerJoin("organizations as o", "o.organization_id", "u.organization_id")
    .select(["u.transcript_count", "u.seconds", "u.start_date", "u.end_date"])
    .select(["u.termination_date", "o.organization_name"])
    .where("u.organization_id", "=", organization_id)
    .where("u.contract_id", "=", contract_id)
    .forNoKeyUpdate("u")
    .executeTakeFirstOrThrow();
}

interface NewAdjustment extends ContractKey {
  occurred_at: Date;
  usage_date: string;
  transcript_count: number;
  seconds: number;
  recorded_at: Date;
  reason: string;
  adjusted_by: string;
}

/** Adds an adjustment to the ledger, to the counters, to the sums of its day and to the usage trend. */
export async function insertAdjustment(
  trx: Transaction<Tables>,
  adjustment: NewAdjustment,
): Promise<{ ledger_id: number }> {
  const { organization_id, contract_id, usage_date, transcript_count, seconds } = adjustment;
  await trx
    .updateTable("contract_usage")
    .set((eb) => ({
      transcript_count: eb("transcript_count", "+", transcript_count),
      seconds: eb("seconds", "+", seconds),
    }))
    .where("organization_id", "=", organization_id)
    .where("contract_id", "=", contract_id)
    .execute();
  await sql`
    insert into usage_daily as d
      (organization_id, contract_id, usage_date, transcript_count, seconds, adjustment_rows)
    values (${organization_id}, ${contract_id}, ${usage_date}, ${transcript_count}, ${seconds}, 1)
    on conflict (organization_id, contract_id, usage_date, workspace_id) do update set
      transcript_count = d.transcript_count + excluded.transcript_count,
      seconds = d.seconds + excluded.seconds,
      adjustment_rows = d.adjustment_rows + 1`.execute(trx);
  const month = sql`date_trunc('month', ${usage_date}::date)::date`;
  await sql`
    insert into ledger_months as m (month, changes) values (${month}, 1)
    on conflict (month) do update set changes = m.changes + 1`.execute(trx);
  await trx.insertInto("usage_course").values({ usage_date, transcript_count, seconds }).execute();
  return trx
    .insertInto("ledger")
    .values(adjustment)
    .returning("ledger_id")
    .executeTakeFirstOrThrow();
}

/** The first day of which the ledger has rows: months that are too old were dropped. */
export const FIRST_RETAINED_DAY = sql`(
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

/** Events of an organization whose ids are kept and whose rows of the ledger are missing. */
export interface LostEvents {
  organizationId: number;
  organizationNo: string;
  events: number;
  firstAt: Date;
}

/** Ids are kept for some months only, so only the end of the ledger is read. */
export async function findLostEvents(db: Kysely<Tables>): Promise<LostEvents[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const { rows } = await sql<LostEvents>`
      select o.organization_id as "organizationId", o.organization_no as "organizationNo",
        count(*) as events, min(i.occurred_at) as "firstAt"
      from usage_event_ids i join organizations o on o.organization_id = i.organization_id
      left join (
        select organization_id, occurred_at, event_id from ledger
        where occurred_at >= (select min(occurred_at) from usage_event_ids)
      ) l on l.organization_id = i.organization_id and l.occurred_at = i.occurred_at
        and l.event_id = i.event_id
      where l.event_id is null
      group by o.organization_id, o.organization_no order by o.organization_id`.execute(trx);
    return rows;
  });
}

/** Forgets these ids, so that the events can be reported again and count. */
export async function forgetLostEvents(
  db: Kysely<Tables>,
  { organizationId }: Pick<LostEvents, "organizationId">,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      delete from usage_event_ids i using (
        select k.month, k.event_id from usage_event_ids k
        left join (
          select occurred_at, event_id from ledger where organization_id = ${organizationId}
        ) l on l.occurred_at = k.occurred_at and l.event_id = k.event_id
        where k.organization_id = ${organizationId} and l.event_id is null
      ) lost
      where i.organization_id = ${organizationId} and i.month = lost.month
        and i.event_id = lost.event_id`.execute(trx);
  });
}
