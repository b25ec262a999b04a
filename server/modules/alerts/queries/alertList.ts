import { type Kysely, type RawBuilder, sql } from "kysely";
import { type AlertKind, PROVIDER_KINDS } from "../../../../domain/alerts/rules.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import { limitTo, readPage } from "../../../db/listPage.ts";
import type { Tables } from "../../../db/tables.ts";

export interface AlertRow {
  organization_id: number | null;
  organization_name: string | null;
  alert_id: number;
  contract_id: number | null;
  webhook_id: number | null;
  service_key_id: number | null;
  kind: AlertKind;
  message: string;
  raised_at: Date;
  resolved_at: Date | null;
  read_at: Date | null;
  /** Of the contract; null once it is deleted. */
  end_date: string | null;
  termination_date: string | null;
  max_transcript_count: number | null;
  max_transcript_minutes: number | null;
  transcript_count: number | null;
  seconds: number | null;
  next_start_date: string | null;
}

/** Who asks: a system admin sees all, a member what the own organization may see. */
export interface AlertViewer {
  userId: string;
  scope: "all" | { organizationId: number };
}

export interface AlertFilters {
  open?: "true" | "false" | undefined;
  unread?: "true" | undefined;
  kind?: readonly AlertKind[] | undefined;
  organizationId?: number | undefined;
}

const columns = sql`
  a.organization_id, o.organization_name, a.alert_id, a.contract_id, a.webhook_id, a.service_key_id,
  a.kind, a.message, a.raised_at, a.resolved_at, r.read_at, u.end_date, u.termination_date, u.max_transcript_count,
  u.max_transcript_minutes, u.transcript_count, u.seconds,
  (select min(n.start_date) from contracts n
    where n.organization_id = a.organization_id and n.start_date > u.effective_end) as next_start_date`;

const besideAlert = ({ userId }: AlertViewer) => sql`
  left join organizations o on o.organization_id = a.organization_id
  left join contract_usage u
    on u.organization_id = a.organization_id and u.contract_id = a.contract_id
  left join alert_reads r on r.alert_id = a.alert_id and r.user_id = ${userId}`;

/** A page of the matching alerts, open ones first. */
export async function findAlerts(
  db: Kysely<Tables>,
  viewer: AlertViewer,
  { sort: { direction }, ...page }: ListQuery,
  filters: AlertFilters,
): Promise<{ rows: AlertRow[]; total: number }> {
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  const order = sql`order by (a.resolved_at is null) desc, a.raised_at ${way}, a.alert_id ${way}`;
  const matching = sql`from alerts a where ${matches(viewer, filters)}`;
  const rows = sql<AlertRow>`
    select ${columns} from (select a.* ${matching} ${order} ${limitTo(page)}) a
    ${besideAlert(viewer)} ${order}`;
  return readPage(db, rows, matching);
}

/** The open alerts of some organizations, receivers and service keys, at most `most` of them. */
export async function findOpenAlertsOf(
  db: Kysely<Tables>,
  viewer: AlertViewer,
  {
    organizationIds,
    webhookIds,
    serviceKeyIds,
  }: Record<"organizationIds" | "webhookIds" | "serviceKeyIds", readonly number[]>,
  most: number,
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${columns}
    from (
      select a.* from alerts a
      where a.organization_id = any(${organizationIds}::bigint[]) and a.resolved_at is null
      union all
      select a.* from alerts a
      where a.webhook_id = any(${webhookIds}::bigint[]) and a.resolved_at is null
      union all
      select a.* from alerts a
      where a.service_key_id = any(${serviceKeyIds}::bigint[]) and a.resolved_at is null
      limit ${most}
    ) a
    ${besideAlert(viewer)}`.execute(db);
  return rows;
}

export async function findAlert(
  db: Kysely<Tables>,
  viewer: AlertViewer,
  alertId: number,
): Promise<AlertRow | undefined> {
  const { rows } = await sql<AlertRow>`
    select ${columns} from alerts a ${besideAlert(viewer)}
    where a.alert_id = ${alertId} and ${visibleTo(viewer)}`.execute(db);
  return rows[0];
}

/** Which of these alerts the viewer may see. */
export async function findVisibleIds(
  db: Kysely<Tables>,
  viewer: AlertViewer,
  alertIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ alert_id: number }>`
    select a.alert_id from alerts a
    where a.alert_id = any(${alertIds}::bigint[]) and ${visibleTo(viewer)}`.execute(db);
  return rows.map(({ alert_id }) => alert_id);
}

function visibleTo({ scope }: AlertViewer): RawBuilder<unknown> {
  if (scope === "all") return sql`true`;
  return sql`a.organization_id = ${scope.organizationId} and a.kind <> all(${PROVIDER_KINDS}::text[])`;
}

function matches(
  viewer: AlertViewer,
  { open, unread, kind, organizationId }: AlertFilters,
): RawBuilder<unknown> {
  const conditions = [visibleTo(viewer)];
  if (open) conditions.push(sql`(a.resolved_at is null) = ${open === "true"}`);
  if (kind) conditions.push(sql`a.kind = any(${kind}::text[])`);
  if (organizationId) conditions.push(sql`a.organization_id = ${organizationId}`);
  if (unread) {
    conditions.push(sql`not exists (
      select 1 from alert_reads r where r.alert_id = a.alert_id and r.user_id = ${viewer.userId})`);
  }
  return sql.join(conditions, sql` and `);
}
