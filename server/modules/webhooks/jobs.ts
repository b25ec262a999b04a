import { subDays } from "date-fns";
import { DELIVERY_DAYS } from "../../../domain/webhooks/rules.ts";
import type { Deps } from "../../context.ts";
import type { Housekeeping, ScheduledTask } from "../../jobs/housekeeping.ts";
import type { JobHandlers } from "../../jobs/jobRunner.ts";
import { deleteOldDeliveries } from "./queries/webhooks.ts";
import { collectEvents, WebhookSender } from "./service/sender.ts";

/**
 * Takes the jobs that copies of the release before send for each delivery. The deliveries themselves are the
 * queue now (docs/decisions/085-deliveries-are-the-queue.md).
 */
export function webhookJobs(): Pick<JobHandlers, "webhook"> {
  return { webhook: { batchSize: 100, run: async () => {} } };
}

export function webhookHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete old webhook deliveries": () => deleteOldDeliveries(db, subDays(now(), DELIVERY_DAYS)),
  };
}

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
