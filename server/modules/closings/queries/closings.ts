import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { StoredTerms } from "../../../../domain/prices/rules.ts";
import { addMonths, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import type { ContractKey } from "../../ledger/queries/ledgerRows.ts";

const CLOSINGS = 7_402_031;

/** One act closes months at a time, so that boundaries and versions rise together. */
export async function lockClosings(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CLOSINGS})`.execute(trx);
}

/** What a closing keeps of a month, but its days. */
export interface ClosedMonth extends ContractKey {
  /** The first day. */
  month: string;
  version: number;
  form: number;
  boundary: number;
  previous_root: Uint8Array | null;
  root: Uint8Array;
  transcripts: number;
  seconds: number;
  events: number;
  adjusted_transcripts: number;
  adjusted_seconds: number;
  late_transcripts: number;
  late_seconds: number;
  late_events: number;
  /** All that the contract had used, with this statement. */
  total_transcripts: number;
  total_seconds: number;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
}

export interface ClosingRow extends ClosedMonth {
  closing_id: number;
  organization_name: string;
  organization_no: string;
  reason: string | null;
  closed_at: Date;
  closed_by_name: string;
  /** By what the statement is charged; null where it has quantities only. */
  terms: StoredTerms | null;
}

export const closingColumns = sql`
  k.closing_id, k.organization_id, k.contract_id, o.organization_name, o.organization_no, k.month,
  k.version, k.form, k.boundary, k.previous_root, k.root, k.transcripts, k.seconds, k.events,
  k.adjusted_transcripts, k.adjusted_seconds, k.late_transcripts, k.late_seconds, k.late_events,
  k.total_transcripts, k.total_seconds, k.max_transcript_count, k.max_transcript_minutes,
  k.terms, k.reason, k.closed_at, a.user_name as closed_by_name`;

export const besideClosing = sql`
  join organizations o on o.organization_id = k.organization_id
  join users a on a.user_id = k.closed_by`;

export interface ClosingFilters {
  /** The first day. */
  month?: string | undefined;
  contractId?: number | undefined;
  organizationId?: number | undefined;
}

export async function findClosings(
  db: Kysely<Tables>,
  { page, size, sort }: ListQuery<"closingId">,
  { month, contractId, organizationId }: ClosingFilters,
): Promise<{ rows: ClosingRow[]; total: number }> {
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (month) all.push(sql`k.month = ${month}::date`);
  if (contractId) all.push(sql`k.contract_id = ${contractId}`);
  if (organizationId) all.push(sql`k.organization_id = ${organizationId}`);
  const where = sql.join(all, sql` and `);
  const counted = await sql<{ total: number }>`
    select count(*) as total from closings k where ${where}`.execute(db);
  const { rows } = await sql<ClosingRow>`
    select ${closingColumns} from closings k ${besideClosing} where ${where}
    order by k.closing_id ${sql.raw(sort.direction)}
    limit ${size} offset ${page * size}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** All versions of a closed month of a contract, the first one first. */
export async function findVersions(
  db: Kysely<Tables>,
  { organization_id, contract_id }: Pick<ClosingRow, "organization_id" | "contract_id">,
  month: string,
): Promise<ClosingRow[]> {
  const { rows } = await sql<ClosingRow>`
    select ${closingColumns} from closings k ${besideClosing}
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date
    order by k.version`.execute(db);
  return rows;
}

export interface StatementDayRow {
  day: string;
  workspace_id: number | null;
  workspace_name: string | null;
  transcripts: number;
  seconds: number;
  adjusted_transcripts: number;
  adjusted_seconds: number;
  is_late: boolean;
}

type StatementKey = Pick<ClosingRow, "organization_id" | "contract_id" | "month" | "version">;

/** The days of a closing in their order, with the names that workspaces have now. */
export const statementDays = ({ organization_id, contract_id, month, version }: StatementKey) =>
  sql<StatementDayRow>`
    select d.day, d."workspaceId" as workspace_id, w.workspace_name, d.transcripts, d.seconds,
      (d.adjustments ->> 'transcripts')::bigint as adjusted_transcripts,
      (d.adjustments ->> 'seconds')::bigint as adjusted_seconds,
      d.day < ${month}::date as is_late
    from closings k
    cross join lateral jsonb_to_recordset(k.days) as d (
      day date, "workspaceId" bigint, transcripts bigint, seconds bigint, adjustments jsonb)
    left join (select * from workspaces where organization_id = ${organization_id}) w
      on w.workspace_id = d."workspaceId"
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date and k.version = ${version}
    order by d.day, coalesce(d."workspaceId", 0)`;

export interface StatementAdjustmentRow {
  day: string;
  transcripts: number;
  seconds: number;
  reason: string | null;
  is_late: boolean;
}

/** The adjustments that a closing carries, the first one first, as far as their months are kept. */
export async function findAdjustments(
  db: Kysely<Tables>,
  { organization_id, contract_id, month, version }: StatementKey,
): Promise<StatementAdjustmentRow[]> {
  const { rows } = await sql<StatementAdjustmentRow>`
    select l.usage_date as day, l.transcript_count as transcripts, l.seconds, l.reason,
      l.occurred_at < ${tokyoMidnight(month)} as is_late
    from closings k
    join ledger l on l.organization_id = k.organization_id and l.contract_id = k.contract_id
    where k.organization_id = ${organization_id} and k.contract_id = ${contract_id}
      and k.month = ${month}::date and k.version = ${version}
      and l.organization_id = ${organization_id} and l.contract_id = ${contract_id}
      and l.event_id is null and l.ledger_id < k.boundary
      and l.occurred_at < ${tokyoMidnight(addMonths(month, 1))}
      and case when k.previous_month is null then l.occurred_at >= ${tokyoMidnight(month)}
        else l.ledger_id >= k.previous_boundary or l.occurred_at >=
          (k.previous_month + interval '1 month')::timestamp at time zone interval '9 hours' end
    order by l.occurred_at, l.ledger_id`.execute(db);
  return rows;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    closings: { organization_id: number; contract_id: number; month: string; version: number };
  }
}
