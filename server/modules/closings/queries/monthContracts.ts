import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { type Unusual, USUAL_MONTHS } from "../../../../domain/closings/rules.ts";
import { addMonths, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import { latestClosing, ofMonth } from "./candidates.ts";

export interface MonthContractRow {
  organization_id: number;
  contract_id: number;
  organization_name: string;
  organization_no: string;
  start_date: string;
  /** Of the month's latest closing; null while it is open. */
  version: number | null;
  closed_at: Date | null;
  sum_transcripts: number | null;
  sum_seconds: number | null;
  webhook_paused: boolean;
}

interface MonthFilters {
  /** The first day. */
  month: string;
  closed?: boolean | undefined;
  unusual?: Unusual | "ANY" | undefined;
  organizationId?: number | undefined;
}

/** The latest closing `own` of the month of contracts `u`. */
const ownClosing = (month: string) => sql`left join lateral (
  select k.version, k.closed_at,
    k.transcripts + k.adjusted_transcripts + k.late_transcripts as sum_transcripts,
    k.seconds + k.adjusted_seconds + k.late_seconds as sum_seconds
  from closings k
  where k.organization_id = u.organization_id and k.contract_id = u.contract_id
    and k.month = ${month}::date
  order by k.version desc limit 1
) own on true`;

/** The contracts `u` that the list of a month is about, with its closing and what they have used. */
const monthContracts = (month: string, beside = sql``) => sql`
  from contract_usage u ${latestClosing} ${ownClosing(month)} ${beside}
  where (${ofMonth(month)} or own.version is not null)`;

export async function findMonthContracts(
  db: Kysely<Tables>,
  { page, size, sort }: ListQuery<"contractId">,
  { month, closed, unusual, organizationId }: MonthFilters,
): Promise<{ rows: MonthContractRow[]; total: number }> {
  const all: RawBuilder<unknown>[] = [monthContracts(month, unusual ? besideUse(month) : sql``)];
  if (closed !== undefined) all.push(closed ? isClosed : isOpen);
  if (unusual) all.push(isUnusual(month)[unusual]);
  if (organizationId) all.push(sql`u.organization_id = ${organizationId}`);
  const selected = sql.join(all, sql` and `);
  const counted = await sql<{ total: number }>`select count(*) as total ${selected}`.execute(db);
  const { rows } = await sql<MonthContractRow>`
    select p.*, o.organization_name, o.organization_no,
      ${webhookPaused(sql`p.organization_id`)} as webhook_paused
    from (
      select u.organization_id, u.contract_id, u.start_date, own.version, own.closed_at,
        own.sum_transcripts, own.sum_seconds
      ${selected}
      order by u.contract_id ${sql.raw(sort.direction)} limit ${size} offset ${page * size}
    ) p join organizations o on o.organization_id = p.organization_id
    order by p.contract_id ${sql.raw(sort.direction)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const isClosed = sql`own.version is not null`;
const isOpen = sql`own.version is null`;

const webhookPaused = (organizationId: RawBuilder<unknown>) => sql`
  exists (select from webhooks w where w.paused_at is not null
    and (w.organization_ids is null or ${organizationId} = any(w.organization_ids)))`;

/**
 * What contracts `u` used in a month and in those before that tell what is usual, and those with an
 * adjustment that was made in another month.
 */
const besideUse = (month: string) => {
  const next = addMonths(month, 1);
  const figure = (column: string, where: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${where}), 0)::bigint`;
  const own = sql`usage_date >= ${month}::date`;
  const before = sql`usage_date < ${month}::date`;
  return sql`
    left join (
      select organization_id, contract_id,
        ${figure("transcript_count", own)} as transcripts, ${figure("seconds", own)} as seconds,
        ${figure("transcript_count", before)} as transcripts_before,
        ${figure("seconds", before)} as seconds_before
      from usage_daily
      where usage_date >= ${addMonths(month, -USUAL_MONTHS)}::date and usage_date < ${next}::date
      group by 1, 2
    ) used on used.organization_id = u.organization_id and used.contract_id = u.contract_id
    left join (
      select organization_id, contract_id from ledger l
      where l.event_id is null and l.occurred_at >= ${tokyoMidnight(month)}
        and l.occurred_at < ${tokyoMidnight(next)} and ${madeElsewhere(month)}
      group by 1, 2
    ) adjusted on adjusted.organization_id = u.organization_id
      and adjusted.contract_id = u.contract_id`;
};

/** Of an adjustment `l` of the month. */
const madeElsewhere = (month: string) => sql`
  date_trunc('month', l.recorded_at at time zone 'Asia/Tokyo') <> ${month}::date`;

/** The rule of domain/closings/rules.ts over all contracts of a month, beside what they have used. */
function isUnusual(month: string): Record<Unusual | "ANY", RawBuilder<SqlBool>> {
  const first = sql`${month}::date`;
  const months = sql`greatest(0, least(${sql.lit(USUAL_MONTHS)},
    (extract(year from ${first}) - extract(year from u.start_date)) * 12
      + extract(month from ${first}) - extract(month from u.start_date)))`;
  const isTwice = (figure: "transcripts" | "seconds") => {
    const before = sql.ref(`used.${figure}_before`);
    return sql`(${before} > 0 and ${sql.ref(`used.${figure}`)} * ${months} >= 2 * ${before})`;
  };
  const rules = {
    NO_USE: sql<SqlBool>`(coalesce(used.transcripts, 0) = 0 and coalesce(used.seconds, 0) = 0)`,
    TWICE_USUAL: sql<SqlBool>`(${isTwice("transcripts")} or ${isTwice("seconds")})`,
    ADJUSTMENT_OF_OTHER_MONTH: sql<SqlBool>`adjusted.contract_id is not null`,
    WEBHOOK_PAUSED: sql<SqlBool>`${webhookPaused(sql`u.organization_id`)}`,
  };
  return { ...rules, ANY: sql<SqlBool>`(${sql.join(Object.values(rules), sql` or `)})` };
}

export type MonthSummaryRow = { open: number; closed: number } & Record<Unusual | "ANY", number>;

/** How many contracts of a month are closed or open, and in how many of these something is unusual. */
export async function countMonth(db: Kysely<Tables>, month: string): Promise<MonthSummaryRow> {
  const counts = Object.entries(isUnusual(month)).map(
    ([name, rule]) => sql`count(*) filter (where ${isOpen} and ${rule}) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<MonthSummaryRow>`
    select count(*) filter (where ${isOpen}) as open, count(*) filter (where ${isClosed}) as closed,
      ${sql.join(counts)}
    ${monthContracts(month, besideUse(month))}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("a count has no row");
  return row;
}

type Key = Pick<MonthContractRow, "organization_id" | "contract_id">;

export interface MonthUseRow extends Key {
  /** The first day. */
  month: string;
  transcripts: number;
  seconds: number;
}

export interface MonthAdjustmentRow extends MonthUseRow {
  /** How many were made in another month. */
  of_other_month: number;
}

const keysOf = (contracts: readonly Key[]) => sql`unnest(
  ${contracts.map((row) => row.organization_id)}::bigint[],
  ${contracts.map((row) => row.contract_id)}::bigint[]) p (organization_id, contract_id)`;

/** What contracts used in a month and in those before that tell what is usual; adjustments included. */
export async function findMonthUse(
  db: Kysely<Tables>,
  contracts: readonly Key[],
  month: string,
): Promise<MonthUseRow[]> {
  const { rows } = await sql<MonthUseRow>`
    select d.organization_id, d.contract_id, date_trunc('month', d.usage_date)::date as month,
      sum(d.transcript_count)::bigint as transcripts, sum(d.seconds)::bigint as seconds
    from ${keysOf(contracts)}
    join usage_daily d on d.organization_id = p.organization_id and d.contract_id = p.contract_id
    where d.usage_date >= ${addMonths(month, -USUAL_MONTHS)}::date
      and d.usage_date < ${addMonths(month, 1)}::date
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The adjustments that count for days of a month. */
export async function findMonthAdjustments(
  db: Kysely<Tables>,
  contracts: readonly Key[],
  month: string,
): Promise<MonthAdjustmentRow[]> {
  const { rows } = await sql<MonthAdjustmentRow>`
    select l.organization_id, l.contract_id, ${month}::date as month,
      sum(l.transcript_count)::bigint as transcripts, sum(l.seconds)::bigint as seconds,
      count(*) filter (where ${madeElsewhere(month)}) as of_other_month
    from ${keysOf(contracts)}
    join ledger l on l.organization_id = p.organization_id and l.contract_id = p.contract_id
    where l.event_id is null and l.occurred_at >= ${tokyoMidnight(month)}
      and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))}
    group by 1, 2`.execute(db);
  return rows;
}
