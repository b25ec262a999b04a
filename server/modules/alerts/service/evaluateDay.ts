import { addDays, tokyoDate } from "../../../../domain/text/dates.ts";
import { sendJob } from "../../../jobs/queues.ts";
import { insertDayEvents } from "../../webhooks/queries/outbox.ts";
import { findConcerned } from "../queries/causes.ts";
import { type EvaluateDeps, evaluateAlerts } from "./evaluateAlerts.ts";

/** Few enough to be done long before the job expires. */
const BATCH = 500;

/**
 * Evaluates the organizations whose alerts a new day may change, those with an id greater than
 * `after`, and sends a job for the next batch.
 */
export async function evaluateDay(deps: EvaluateDeps, after: number, batch = BATCH): Promise<void> {
  const today = tokyoDate(deps.now());
  if (after === 0) await tellDay(deps, today);
  const organizationIds = await findConcerned(deps.db, today, {
    after,
    limit: batch,
  });
  for (const organizationId of organizationIds) await evaluateAlerts(deps, organizationId);
  const last = organizationIds.at(-1);
  if (last === undefined || organizationIds.length < batch) return;
  await deps.db.transaction().execute((trx) => sendJob(trx, "alertsOfDay", { after: last }));
}

/** Tells receivers of contracts that ended with the day before, and of those that begin today. */
async function tellDay({ db }: EvaluateDeps, today: string): Promise<void> {
  const days = { today, yesterday: addDays(today, -1) };
  await db.transaction().execute((trx) => insertDayEvents(trx, days));
}
