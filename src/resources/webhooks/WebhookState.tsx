import { formatDateTime, formatTime, tokyoDate } from "../../../domain/text/dates.ts";
import type { WebhookEvent } from "../../../domain/webhooks/rules.ts";
import type { WebhookDelivery } from "../../../domain/webhooks/schemas.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { deliveries, webhooks } from "../../i18n/ja/resources/webhooks.ts";
import type { WebhookRecord } from "../records.ts";

type Answer = Pick<WebhookDelivery, "lastStatus" | "lastError">;

/** The status of the answer, or why there was none; a code that has no text stands for itself. */
export function lastAnswer({ lastStatus, lastError }: Answer): string {
  if (lastStatus !== null) return deliveries.http(lastStatus);
  if (lastError === null) return deliveries.notTried;
  if (lastError.endsWith(NOT_PUBLIC)) return deliveries.error.private;
  if (lastError === "timeout") return deliveries.error.timeout;
  return lastError === "ECONNREFUSED" ? deliveries.error.refused : lastError;
}

/** Behind the host, or the words "address". */
const NOT_PUBLIC = "is not public";

/** A time today without its date. */
export function sinceText(instant: string): string {
  const isToday = tokyoDate(new Date(instant)) === tokyoDate(new Date());
  return isToday ? formatTime(instant) : formatDateTime(instant);
}

type State = Pick<WebhookRecord, "paused" | "heldAt" | "failingSince">;

/** Whether a receiver gets its messages. */
export function WebhookState({ webhook: { paused, heldAt, failingSince } }: { webhook: State }) {
  if (heldAt !== null) {
    return <StatusChip tone="warning" label={webhooks.state.held} />;
  }
  if (paused) {
    return <StatusChip tone="neutral" label={webhooks.state.paused} />;
  }
  if (failingSince !== null) {
    const time = sinceText(failingSince);
    return (
      <span className="inline-row note gap-2">
        <StatusChip tone="error" label={webhooks.state.failing} />
        <span>{webhooks.state.since(time)}</span>
      </span>
    );
  }
  return <StatusChip tone="success" label={webhooks.state.active} />;
}

export function EventNames({ events }: { events: readonly WebhookEvent[] }) {
  return events.map((event) => webhooks.event[event]).join("、");
}
