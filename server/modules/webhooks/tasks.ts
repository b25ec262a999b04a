import { subDays } from "date-fns";
import { DELIVERY_DAYS } from "../../../domain/webhooks/rules.ts";
import type { Deps } from "../../context.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldDeliveries } from "./queries/outbox.ts";
import { collectEvents } from "./service/collect.ts";
import { WebhookSender } from "./service/sender.ts";

/** A receiver is told within 3 s. */
const OFTEN_MS = 500;

export function webhookTasks(deps: Deps): ScheduledTask[] {
  const { db, now } = deps;
  const sender = new WebhookSender(deps);
  return [
    { name: "collect webhook events", everyMs: OFTEN_MS, run: () => collectEvents(deps) },
    {
      name: "send webhook messages",
      everyMs: OFTEN_MS,
      run: () => sender.begin(),
      stop: () => sender.stop(),
    },
    {
      name: "delete old webhook deliveries",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldDeliveries(db, subDays(now(), DELIVERY_DAYS)),
    },
  ];
}
