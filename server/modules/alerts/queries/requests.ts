import { type Generated, type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { endStep } from "../../../db/transact.ts";

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
