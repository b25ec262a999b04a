import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { addDays, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { type ContractKey, FIRST_RETAINED_DAY } from "./ledgerRows.ts";

export interface DifferenceRow extends ContractKey {
  organization_no: string;
  /** Null if the contract has no row of counters. */
  transcript_count: number | null;
  seconds: number | null;
  ledger_transcript_count: number;
  ledger_seconds: number;
  /** Columns that are not equal to those of the contract. */
  different_copies: string[];
  /** Rows of the ledger that do not have the day of their instant in Tokyo. */
  misdated_rows: number;
  /** Sums of a day and workspace that differ, the first of these days, and their months. */
  different_days: number;
  first_day: string | null;
  different_months: string[];
  /** Rows that the daily sums count and the ledger lacks. */
  lost_rows: number;
  /** Sums of days in proven months above the ledger, which had them when the month was proven. */
  proven_days: number;
}

/** A part of time: from the first day, up to the day before `to`. */
export interface Days {
  from: string;
  to: string;
}

/** What contract_usage copies of the contract. */
const COPIES = [
  "start_date",
  "end_date",
  "termination_date",
  "max_transcript_count",
  "max_transcript_minutes",
] as const;

/** The last of the next contracts in the order of their keys; undefined after the last one. */
export async function lastOfNext(
  db: Kysely<Tables>,
  after: ContractKey,
  limit: number,
): Promise<ContractKey | undefined> {
  const { rows } = await sql<ContractKey>`
    select organization_id, contract_id from (
      select organization_id, contract_id from contracts
      where (organization_id, contract_id) > (${after.organization_id}, ${after.contract_id})
      order by organization_id, contract_id limit ${limit}
    ) next
    order by organization_id desc, contract_id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The contracts in a range of keys whose row of contract_usage or daily sums differ from contract and
 * ledger. The ledger is read in the given parts of time only, beyond which the daily sums are taken as
 * they are. All of it is one snapshot, in which a report is complete or absent: writers change the
 * three together.
 */
export function differencesQuery(
  after: ContractKey,
  last: ContractKey,
  days: readonly Days[],
): RawBuilder<DifferenceRow> {
  const copies = COPIES.map((column) => {
    const [copy, original] = [sql.ref(`u.${column}`), sql.ref(`c.${column}`)];
    return sql`case when ${copy} is distinct from ${original} then ${sql.lit(column)} end`;
  });
  const isInRange = (table: string) => {
    const [organization, contract] = [
      sql.ref(`${table}.organization_id`),
      sql.ref(`${table}.contract_id`),
    ];
    return sql`(${organization}, ${contract}) > (${after.organization_id}, ${after.contract_id})
      and (${organization}, ${contract}) <= (${last.organization_id}, ${last.contract_id})
      and ${organization} between ${after.organization_id} and ${last.organization_id}`;
  };
  return sql<DifferenceRow>`
    select c.organization_id, c.contract_id, c.organization_no, u.transcript_count, u.seconds,
      coalesce(ledger.transcript_count, 0) as ledger_transcript_count,
      coalesce(ledger.seconds, 0) as ledger_seconds,
      coalesce(ledger.misdated_rows, 0) as misdated_rows,
      coalesce(ledger.lost_rows, 0) as lost_rows,
      coalesce(ledger.proven_days, 0) as proven_days,
      coalesce(ledger.different_days, 0) as different_days, ledger.first_day,
      coalesce(ledger.different_months, '{}') as different_months,
      case when u.contract_id is null then '{}' else copies.different end as different_copies
    from contracts c
    left join contract_usage u
      on u.organization_id = c.organization_id and u.contract_id = c.contract_id
    cross join lateral (
      select array_remove(array[${sql.join(copies)}], null) as different
    ) copies
    left join (
      select organization_id, contract_id,
        coalesce(sum(entries.transcript_count), 0)::bigint as transcript_count,
        coalesce(sum(entries.seconds), 0)::bigint as seconds,
        coalesce(sum(entries.misdated_rows), 0)::bigint as misdated_rows,
        coalesce(sum(${rowsLost("event_rows")} + ${rowsLost("adjustment_rows")}), 0)::bigint
          as lost_rows,
        count(*) filter (where (sums.transcript_count > coalesce(entries.transcript_count, 0)
            or sums.seconds > coalesce(entries.seconds, 0))
          and proven.month is not null) as proven_days,
        count(*) filter (where ${daysDiffer}) as different_days,
        min(usage_date) filter (where ${daysDiffer}) as first_day,
        coalesce(array_agg(distinct to_char(usage_date, 'YYYY-MM-01'))
          filter (where ${daysDiffer} or entries.misdated_rows > 0), '{}') as different_months
      from (
        ${ledgerDays(isInRange("l"), days)}
        union all
        select organization_id, contract_id, usage_date, workspace_id, transcript_count, seconds,
          event_rows, adjustment_rows, 0
        from usage_daily d
        where ${isInRange("d")}
          and not exists (select from ${daysOf(days)} where usage_date >= p.first and usage_date < p.next)
      ) entries
      full join (select * from usage_daily d where ${isInRange("d")}) sums
        using (organization_id, contract_id, usage_date, workspace_id)
      left join (select month from ledger_months where changes = proven_changes) proven
        on proven.month = date_trunc('month', usage_date)::date
      group by organization_id, contract_id
    ) ledger on ledger.organization_id = c.organization_id and ledger.contract_id = c.contract_id
    where ${isInRange("c")}
      and ((u.transcript_count, u.seconds) is distinct from
          (coalesce(ledger.transcript_count, 0), coalesce(ledger.seconds, 0))
        or copies.different <> '{}' or ledger.misdated_rows > 0 or ledger.different_days > 0)
    order by c.organization_id, c.contract_id`;
}

/** Keeps the contract, its counters and its ledger as they are until the transaction ends. */
export async function lockUseRow(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<void> {
  await sql`
    select 1 from contracts
    where organization_id = ${organization_id} and contract_id = ${contract_id} for key share`.execute(
    trx,
  );
  await sql`
    select 1 from contract_usage
    where organization_id = ${organization_id} and contract_id = ${contract_id}
    for no key update`.execute(trx);
}

const rowsLost = (rows: string) =>
  sql`greatest(coalesce(sums.${sql.ref(rows)}, 0) - coalesce(entries.${sql.ref(rows)}, 0), 0)`;

const daysDiffer = sql`
  (entries.transcript_count, entries.seconds, entries.event_rows, entries.adjustment_rows)
  is distinct from (sums.transcript_count, sums.seconds, sums.event_rows, sums.adjustment_rows)`;

/** The day in Tokyo of a row `l` of the ledger, whatever its usage_date says. */
const tokyoDay = sql`(l.occurred_at at time zone interval '9 hours')::date`;

/** The whole ledger. */
export const EVER: readonly Days[] = [{ from: "-infinity", to: "infinity" }];

/** The parts of time of which the ledger has its rows; of what is older, the daily sums are what there is. */
const daysOf = (days: readonly Days[]) => sql`(
  select greatest(first, ${FIRST_RETAINED_DAY}) as first, next
  from unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[]) g (first, next)
  where next > ${FIRST_RETAINED_DAY}) p`;

/** What usage_daily has to hold for rows `l` of the ledger, in some parts of time. */
function ledgerDays(where: RawBuilder<unknown>, days = EVER): RawBuilder<unknown> {
  return sql`
    select l.organization_id, l.contract_id, ${tokyoDay} as usage_date,
      coalesce(l.workspace_id, 0) as workspace_id,
      sum(l.transcript_count) as transcript_count, sum(l.seconds) as seconds,
      count(l.event_id) as event_rows, count(*) - count(l.event_id) as adjustment_rows,
      count(*) filter (where l.usage_date <> ${tokyoDay}) as misdated_rows
    from ${daysOf(days)} join ledger l
      on l.occurred_at >= p.first::timestamp at time zone interval '9 hours'
        and l.occurred_at < p.next::timestamp at time zone interval '9 hours'
    where ${where}
    group by 1, 2, 3, 4`;
}

const ofContract = ({ organization_id, contract_id }: ContractKey) => sql`
  organization_id = ${organization_id} and contract_id = ${contract_id}`;

/** The days of a contract on which a daily sum differs from its ledger, in their order. */
export async function differentDays(db: Kysely<Tables>, contract: ContractKey): Promise<string[]> {
  const { rows } = await sql<{ usage_date: string }>`
    select distinct usage_date
    from (${ledgerDays(ofContract(contract))}) entries
    full join (
      select * from usage_daily where ${ofContract(contract)} and usage_date >= ${FIRST_RETAINED_DAY}
    ) sums
      using (usage_date, workspace_id)
    where ${daysDiffer} order by usage_date`.execute(db);
  return rows.map(({ usage_date }) => usage_date);
}

/** Writes the sums of a day of a contract from its ledger; its usage must be locked. */
export async function writeDay(
  trx: Transaction<Tables>,
  contract: ContractKey,
  day: string,
): Promise<void> {
  const { organization_id, contract_id } = contract;
  const instants = sql`${ofContract(contract)} and occurred_at >= ${tokyoMidnight(day)}
    and occurred_at < ${tokyoMidnight(addDays(day, 1))}`;
  await sql`
    delete from usage_daily where ${ofContract(contract)} and usage_date = ${day}`.execute(trx);
  await sql`
    insert into usage_daily (organization_id, contract_id, usage_date, workspace_id,
      transcript_count, seconds, event_rows, adjustment_rows)
    select ${organization_id}::bigint, ${contract_id}::bigint, usage_date, workspace_id,
      transcript_count, seconds, event_rows, adjustment_rows
    from (${ledgerDays(instants)}) days`.execute(trx);
}

/**
 * Gives a contract without a row of counters one, and makes its copies of dates and caps equal to the
 * contract, which must be locked.
 */
export async function writeCopies(
  trx: Transaction<Tables>,
  { organization_id, contract_id }: ContractKey,
): Promise<void> {
  const columns = sql.join(COPIES.map((column) => sql.ref(column)));
  const excluded = sql.join(COPIES.map((column) => sql.ref(`excluded.${column}`)));
  const current = sql.join(COPIES.map((column) => sql.ref(`u.${column}`)));
  await sql`
    insert into contract_usage as u (organization_id, contract_id, ${columns})
    select organization_id, contract_id, ${columns} from contracts
    where organization_id = ${organization_id} and contract_id = ${contract_id}
    on conflict (organization_id, contract_id) do update set (${columns}) = row(${excluded})
    where (${current}) is distinct from (${excluded})`.execute(trx);
}

/** Gives rows of a contract's ledger the day of their instant in Tokyo. */
export async function writeLedgerDays(
  trx: Transaction<Tables>,
  contract: ContractKey,
): Promise<void> {
  await sql`
    update ledger l set usage_date = ${tokyoDay}
    where ${ofContract(contract)} and l.usage_date <> ${tokyoDay}`.execute(trx);
}

/** Writes the counters of a contract from its daily sums; its usage must be locked. */
export async function writeCounters(
  trx: Transaction<Tables>,
  contract: ContractKey,
): Promise<void> {
  await sql`
    update contract_usage u set transcript_count = used.transcript_count, seconds = used.seconds
    from (
      select coalesce(sum(transcript_count), 0) as transcript_count,
        coalesce(sum(seconds), 0) as seconds
      from usage_daily where ${ofContract(contract)}
    ) used
    where u.organization_id = ${contract.organization_id}
      and u.contract_id = ${contract.contract_id}`.execute(trx);
}

export async function contractsWithAlert(db: Kysely<Tables>): Promise<ContractKey[]> {
  const { rows } = await sql<ContractKey>`
    select organization_id, contract_id from alerts
    where kind = 'RECONCILE' and resolved_at is null`.execute(db);
  return rows;
}
