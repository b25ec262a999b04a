import { tokyoDate } from "../../../../domain/text/dates.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { findConcerned } from "../queries/causes.ts";
import { type EvaluateDeps, evaluateAlerts } from "./evaluateAlerts.ts";

/** Few enough to be done long before the job expires. */
const BATCH = 500;

/**
 * Evaluates the organizations whose alerts a new day may change, those with an id greater than
 * `after`, and sends a job for the next batch.
 */
export async function evaluateDay(deps: EvaluateDeps, after: number, batch = BATCH): Promise<void> {
  const organizationIds = await findConcerned(deps.db, tokyoDate(deps.now()), {
    after,
    limit: batch,
  });
  for (const organizationId of organizationIds) await evaluateAlerts(deps, organizationId);
  const last = organizationIds.at(-1);
  if (last === undefined || organizationIds.length < batch) return;
  await deps.db.transaction().execute((trx) => sendJob(trx, "alertsOfDay", { after: last }));
}
