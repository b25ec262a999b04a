import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { insertRequests } from "../queries/requests.ts";

/**
 * Requests that the alerts of organizations are evaluated after this transaction, within about a
 * second. Call it last in the transaction: it locks the requests until the commit. One statement,
 * and a job for each organization that has none waiting.
 */
export async function requestAlerts(
  trx: Transaction<Tables>,
  organizationIds: readonly number[],
): Promise<void> {
  if (organizationIds.length === 0) return;
  for (const organizationId of await insertRequests(trx, organizationIds)) {
    await sendJob(trx, "alerts", { organizationId });
  }
}
