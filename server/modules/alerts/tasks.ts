import { subMonths } from "date-fns";
import { ALERT_MONTHS } from "../../../domain/alerts/rules.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldAlerts } from "./queries/alerts.ts";
import type { EvaluateDeps } from "./service/evaluateAlerts.ts";
import { evaluateRequests } from "./service/evaluateRequests.ts";
import { evaluateWebhooks } from "./service/evaluateWebhooks.ts";

/** People see an alert within 2 s of its cause. */
const OFTEN_MS = 500;

export function alertTasks(deps: EvaluateDeps): ScheduledTask[] {
  return [
    { name: "evaluate alerts", everyMs: OFTEN_MS, run: () => evaluateRequests(deps) },
    {
      name: "delete old alerts",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldAlerts(deps.db, subMonths(deps.now(), ALERT_MONTHS)),
    },
    { name: "evaluate webhooks", everyMs: OFTEN_MS, run: () => evaluateWebhooks(deps) },
  ];
}
