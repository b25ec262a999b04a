import { type Generated, type GeneratedAlways, type Kysely, sql, type Transaction } from "kysely";
import type { AlertCause, AlertKind, WholeAlertKind } from "../../../../domain/alerts/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";

interface AlertsTable {
  organization_id: number | null;
  alert_id: GeneratedAlways<number>;
  contract_id: number | null;
  webhook_id: number | null;
  service_key_id: Generated<number | null>;
  kind: AlertKind;
  message: string;
  raised_at: Date;
  resolved_at: Date | null;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    alerts: AlertsTable;
  }
}

export interface OpenAlertRow {
  alert_id: number;
  contract_id: number;
  kind: AlertKind;
}

/** Those about contracts. */
export async function findOpenAlerts(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<OpenAlertRow[]> {
  const { rows } = await sql<OpenAlertRow>`
    select alert_id, contract_id, kind from alerts
    where organization_id = ${organizationId} and contract_id is not null
      and resolved_at is null`.execute(trx);
  return rows;
}

export interface RaisedAlert extends AlertCause {
  message: string;
}

/** Inserts alerts; returns the ids of those that were not open yet. */
export async function insertAlerts(
  trx: Transaction<Tables>,
  organizationId: number,
  raised: readonly RaisedAlert[],
  at: Date,
): Promise<OpenAlertRow[]> {
  const { rows } = await sql<OpenAlertRow>`
    insert into alerts (organization_id, contract_id, kind, message, raised_at)
    select ${organizationId}, contract_id, kind, message, ${at}
    from unnest(${raised.map(({ contractId }) => contractId)}::bigint[],
      ${raised.map(({ kind }) => kind)}::text[],
      ${raised.map(({ message }) => message)}::text[]) as cause (contract_id, kind, message)
    on conflict (organization_id, contract_id, kind) where resolved_at is null do nothing
    returning alert_id, contract_id, kind`.execute(trx);
  return rows;
}

export async function resolveAlerts(
  trx: Transaction<Tables>,
  organizationId: number,
  alertIds: readonly number[],
  at: Date,
): Promise<void> {
  await sql`
    update alerts set resolved_at = ${at}
    where organization_id = ${organizationId} and alert_id = any(${alertIds}::bigint[])`.execute(
    trx,
  );
}

/** Resolves an alert of the provider; returns whether it was open. */
export async function resolveAlert(
  trx: Transaction<Tables>,
  alertId: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update alerts set resolved_at = ${at} where alert_id = ${alertId} and resolved_at is null
    returning alert_id`.execute(trx);
  return rows.length > 0;
}

/** What an alert of the provider is about. */
type ProviderColumn = "webhook_id" | "service_key_id";

export interface ProviderAlert {
  about: ProviderColumn;
  id: number;
  kind: AlertKind;
  message: string;
  /** It is not raised again if it was since then. */
  since: Date;
}

/** Inserts an alert about a receiver or a service key; undefined if it was raised since `since`. */
export async function insertProviderAlert(
  trx: Transaction<Tables>,
  { about, id, kind, message, since }: ProviderAlert,
  at: Date,
): Promise<number | undefined> {
  const column = sql.ref(about);
  const isOpen = sql`resolved_at is null and ${column} is not null`;
  const target = about === "webhook_id" ? sql`${column}, kind` : column;
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (${column}, kind, message, raised_at)
    select ${id}::bigint, ${kind}, ${message}, ${at}::timestamptz
    where not exists (
      select from alerts a
      where a.${column} = ${id} and a.kind = ${kind} and a.raised_at >= ${since})
    on conflict (${target}) where ${isOpen} do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

/** Inserts an alert about an organization as a whole; undefined if it is open already. */
export async function insertWholeAlert(
  trx: Transaction<Tables>,
  {
    organizationId,
    kind,
    message,
  }: { organizationId: number; kind: WholeAlertKind; message: string },
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alerts (organization_id, kind, message, raised_at)
    select organization_id, ${kind}, ${message}, ${at} from organizations
    where organization_id = ${organizationId}
    on conflict (organization_id, kind)
      where resolved_at is null and organization_id is not null and contract_id is null do nothing
    returning alert_id`.execute(trx);
  return rows[0]?.alert_id;
}

/** Resolves those of a kind that were raised before an instant. */
export async function resolveWholeAlerts(
  db: Kysely<Tables>,
  { kind, before }: { kind: WholeAlertKind; before: Date },
  at: Date,
): Promise<{ alert_id: number; organization_id: number; kind: WholeAlertKind }[]> {
  const { rows } = await sql<{ alert_id: number; organization_id: number; kind: WholeAlertKind }>`
    update alerts set resolved_at = ${at}
    where kind = ${kind} and resolved_at is null and raised_at < ${before}
    returning alert_id, organization_id, kind`.execute(db);
  return rows;
}

/** Marks an alert as read by a user; one already read keeps its time. */
export async function insertRead(
  db: Kysely<Tables>,
  { alertId, userId }: { alertId: number; userId: string },
  at: Date,
): Promise<void> {
  await sql`
    insert into alert_reads (alert_id, user_id, read_at)
    values (${alertId}, ${userId}, ${at})
    on conflict (alert_id, user_id) do nothing`.execute(db);
}

interface AlertReads {
  alertIds: readonly number[];
  userId: string;
}

/** The same for many; returns those that were unread. */
export async function insertReads(
  trx: Transaction<Tables>,
  { alertIds, userId }: AlertReads,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ alert_id: number }>`
    insert into alert_reads (alert_id, user_id, read_at)
    select id, ${userId}, ${at} from unnest(${alertIds}::bigint[]) id order by id
    on conflict (alert_id, user_id) do nothing
    returning alert_id`.execute(trx);
  return rows.map(({ alert_id }) => alert_id);
}

/** Marks alerts as unread by a user; returns those that were read. */
export async function deleteReads(
  trx: Transaction<Tables>,
  { alertIds, userId }: AlertReads,
): Promise<number[]> {
  const { rows } = await sql<{ alert_id: number }>`
    delete from alert_reads r where r.user_id = ${userId}
      and r.alert_id = any(${alertIds}::bigint[])
    returning r.alert_id`.execute(trx);
  return rows.map(({ alert_id }) => alert_id);
}

/** Deletes alerts whose cause ended before an instant, with who has read them. */
export async function deleteOldAlerts(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`delete from alerts where resolved_at < ${before}`.execute(db);
}

interface AlertRequestsTable {
  organization_id: number;
  version: Generated<number>;
}

declare module "../../../db/tables.ts" {
  interface Tables {
    alert_requests: AlertRequestsTable;
  }
}

const EVALUATIONS = 7_402_031;

/** Requests that the alerts of organizations are evaluated after this transaction, within about a second. */
export const requestAlerts = endStep<number>("alerts", insertRequests);

/** Stores requests. The rows stay locked. */
export async function insertRequests(
  trx: Transaction<Tables>,
  organizationIds: readonly number[],
): Promise<void> {
  // In one order, so that two transactions never wait for each other.
  await sql`
    insert into alert_requests (organization_id)
    select distinct unnest(${organizationIds}::bigint[]) as organization_id order by organization_id
    on conflict (organization_id) do update set version = alert_requests.version + 1`.execute(trx);
}

/** The organization with the least id above `after` that has a request; undefined without one. */
export async function nextRequest(db: Kysely<Tables>, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from alert_requests where organization_id > ${after}
    order by organization_id limit 1`.execute(db);
  return rows[0]?.organization_id;
}

/**
 * Deletes a request unless another transaction has locked it, which either evaluates it or has
 * requested it again and not committed. Returns whether it did.
 */
export async function takeRequest(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<boolean> {
  const { rows } = await sql`
    delete from alert_requests where organization_id = (
      select organization_id from alert_requests
      where organization_id = ${organizationId} for update skip locked)
    returning organization_id`.execute(trx);
  return rows.length > 0;
}

/** Serializes the evaluations of an organization. Always locked after its request. */
export async function lockEvaluation(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  const id = String(organizationId);
  await sql`select pg_advisory_xact_lock(${EVALUATIONS}::int, hashtext(${id}))`.execute(trx);
}

/** Waits for transactions that have requested the evaluation, so that it sees their changes. */
export async function deleteRequest(
  trx: Transaction<Tables>,
  organizationId: number,
): Promise<void> {
  await sql`delete from alert_requests where organization_id = ${organizationId}`.execute(trx);
}
