import type { Deps } from "../../context.ts";
import type { ScheduledTask } from "../../jobs/scheduledTasks.ts";
import { collectEvents } from "./service/collect.ts";
import { WebhookSender } from "./service/sender.ts";

/** A receiver is notified within 3 s. */
const OFTEN_MS = 500;

export function webhookTasks(deps: Deps): ScheduledTask[] {
  const sender = new WebhookSender(deps);
  return [
    { name: "collect webhook events", everyMs: OFTEN_MS, run: () => collectEvents(deps) },
    {
      name: "send webhook messages",
      everyMs: OFTEN_MS,
      run: () => sender.begin(),
      stop: () => sender.stop(),
    },
  ];
}
