import { addHours } from "date-fns";
import { isPausedByFailures, TRIED_HOURS } from "../webhooks/rules.ts";
import type { WebhookAlertKind } from "./rules.ts";

/** After how many hours of failures a receiver that is still tried has an alert. */
export const FAILING_HOURS = {
  WEBHOOK_FAILING: 1,
  WEBHOOK_PAUSE_NEAR: TRIED_HOURS - 4,
} as const satisfies Partial<Record<WebhookAlertKind, number>>;

export interface FailingReceiver {
  failingSince: Date;
  pausedAt: Date | null;
}

/** The alert that a receiver has at an instant; undefined without one, and if a person paused it. */
export function webhookCause(
  { failingSince, pausedAt }: FailingReceiver,
  at: Date,
): WebhookAlertKind | undefined {
  if (pausedAt) return isPausedByFailures(pausedAt, failingSince) ? "WEBHOOK_PAUSED" : undefined;
  const kinds = ["WEBHOOK_PAUSE_NEAR", "WEBHOOK_FAILING"] as const;
  return kinds.find((kind) => addHours(failingSince, FAILING_HOURS[kind]) <= at);
}
