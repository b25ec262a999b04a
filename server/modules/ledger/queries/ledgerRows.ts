import { type RawBuilder, type SqlBool, sql } from "kysely";
import { addDays, tokyoMidnight } from "../../../../domain/text/dates.ts";
import type { LedgerKind } from "../../../../domain/usage/ledgerRules.ts";

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
