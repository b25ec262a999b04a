import { formatDateTime, formatTime, tokyoDate } from "../../../domain/text/dates.ts";
import type { WebhookEvent } from "../../../domain/webhooks/rules.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { useTranslate } from "../../i18n/translate.ts";
import type { WebhookRecord } from "../records.ts";
import styles from "./webhooks.module.css";

/** A time today without its date. */
export function sinceText(instant: string): string {
  const isToday = tokyoDate(new Date(instant)) === tokyoDate(new Date());
  return isToday ? formatTime(instant) : formatDateTime(instant);
}

type State = Pick<WebhookRecord, "paused" | "heldAt" | "failingSince">;

/** Whether a receiver gets its messages. */
export function WebhookState({ webhook: { paused, heldAt, failingSince } }: { webhook: State }) {
  const translate = useTranslate();
  if (heldAt !== null) {
    return <StatusChip tone="warning" label={translate("resources.webhooks.state.held")} />;
  }
  if (paused) {
    return <StatusChip tone="neutral" label={translate("resources.webhooks.state.paused")} />;
  }
  if (failingSince !== null) {
    const time = sinceText(failingSince);
    return (
      <span className={styles.state}>
        <StatusChip tone="error" label={translate("resources.webhooks.state.failing")} />
        <span>{translate("resources.webhooks.state.since", { time })}</span>
      </span>
    );
  }
  return <StatusChip tone="success" label={translate("resources.webhooks.state.active")} />;
}

export function EventNames({ events }: { events: readonly WebhookEvent[] }) {
  const translate = useTranslate();
  return events.map((event) => translate(`resources.webhooks.event.${event}`)).join("、");
}
