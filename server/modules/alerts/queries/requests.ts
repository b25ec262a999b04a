import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";

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

/** Stores requests; returns the organizations that had none. The rows stay locked. */
export async function insertRequests(
  trx: Transaction<Tables>,
  organizationIds: readonly number[],
): Promise<number[]> {
  // In one order, so that two transactions never wait for each other.
  const { rows } = await sql<{ organization_id: number; version: number }>`
    insert into alert_requests (organization_id)
    select distinct unnest(${organizationIds}::bigint[]) as organization_id order by organization_id
    on conflict (organization_id) do update set version = alert_requests.version + 1
    returning organization_id, version`.execute(trx);
  return rows.filter(({ version }) => version === 1).map((row) => row.organization_id);
}

/** Serializes the evaluations of an organization. */
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

export async function hasRequest(db: Kysely<Tables>, organizationId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from alert_requests where organization_id = ${organizationId}`.execute(db);
  return rows.length > 0;
}
