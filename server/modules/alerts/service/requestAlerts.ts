import type { Transaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { insertRequests } from "../queries/requests.ts";

/**
 * Requests that the alerts of organizations are evaluated after this transaction, within about a
 * second. Call it last in the transaction: it locks the requests until the commit.
 */
export async function requestAlerts(
  trx: Transaction<Tables>,
  organizationIds: readonly number[],
): Promise<void> {
  if (organizationIds.length > 0) await insertRequests(trx, organizationIds);
}
