import type { ScheduledTask } from "../../jobs/scheduledTasks.ts";
import type { EvaluateDeps } from "./service/evaluateAlerts.ts";
import { evaluateRequests } from "./service/evaluateRequests.ts";
import { evaluateWebhooks } from "./service/evaluateWebhooks.ts";

/** People see an alert within 2 s of its cause. */
const OFTEN_MS = 500;

export function alertTasks(deps: EvaluateDeps): ScheduledTask[] {
  return [
    { name: "evaluate alerts", everyMs: OFTEN_MS, run: () => evaluateRequests(deps) },
    { name: "evaluate webhooks", everyMs: OFTEN_MS, run: () => evaluateWebhooks(deps) },
  ];
}
