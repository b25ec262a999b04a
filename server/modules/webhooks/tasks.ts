import { subDays } from "date-fns";
import { DELIVERY_DAYS } from "../../../domain/webhooks/rules.ts";
import { HOUSEKEEPING_MS, type ScheduledTask } from "../../plugins/scheduledTasks.ts";
import { deleteOldDeliveries } from "./queries/outbox.ts";
import { collectEvents, type DeliverDeps } from "./service/deliver.ts";

/** A receiver is told within 3 s. */
const OFTEN_MS = 500;

export function webhookTasks(deps: DeliverDeps): ScheduledTask[] {
  const { db, now } = deps;
  return [
    { name: "collect webhook events", everyMs: OFTEN_MS, run: () => collectEvents(deps) },
    {
      name: "delete old webhook deliveries",
      everyMs: HOUSEKEEPING_MS,
      run: () => deleteOldDeliveries(db, subDays(now(), DELIVERY_DAYS)),
    },
  ];
}
