import { formatDateTime, formatTime, tokyoDate } from "../../../domain/text/dates.ts";
import type { WebhookEvent } from "../../../domain/webhooks/rules.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { webhooks } from "../../i18n/ja/resources/webhooks.ts";
import type { WebhookRecord } from "../records.ts";

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
