import { addHours } from "date-fns";

/** What a receiver may be notified of (docs/product/webhooks.md#events). */
export const WEBHOOK_EVENTS = [
  "vocabulary.changed",
  "limits.changed",
  "cap.reached",
  "contract.created",
  "contract.updated",
  "contract.ended",
  "month.closed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a person sends to try a receiver, of no organization. */
export const TEST_MESSAGE = "test";
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, TEST_MESSAGE] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** How long a message is tried, and a receiver may fail before it is paused, in hours. */
export const TRIED_HOURS = 24;

/** Whether failures paused a receiver, and not a person. */
export function isPausedByFailures(
  pausedAt: string | Date,
  failingSince: string | Date | null,
): boolean {
  return failingSince !== null && new Date(pausedAt) >= addHours(failingSince, TRIED_HOURS);
}

/** The `webhook-id` of a delivery, however often it is sent. */
export function messageIdOf(deliveryId: number): string {
  return `msg_${deliveryId}`;
}

/** How long both secrets sign after one was replaced, in hours. */
export const OVERLAP_HOURS = 24;

/** How long deliveries are listed, in days. */
export const DELIVERY_DAYS = 30;

/** The waits after failures, in seconds; the last one is repeated. */
const WAITS = [5, 30, 120, 600, 1_800, 3_600, 7_200];

/** After how many seconds a receiver is tried again that has failed so often in a row. */
export function waitAfter(failures: number): number {
  return WAITS[Math.min(failures, WAITS.length) - 1] ?? 0;
}
