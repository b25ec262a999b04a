import { type KeyboardEvent, useId } from "react";
import { LinkBase, useGetList } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { formatDateTime } from "../../../../domain/text/dates.ts";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { alerts } from "../../../i18n/ja/resources/alerts.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import type { AlertRecord } from "../../records.ts";
import { AlertChip, NextStep, subjectName } from "../AlertParts.tsx";
import { MarkRead, useMarkRead } from "../MarkRead.tsx";
import styles from "./bell.module.css";

const NEWEST = {
  filter: { open: "true" },
  pagination: { page: 1, perPage: 20 },
  sort: { field: "raisedAt", order: "DESC" },
} as const;

/** The newest open alerts with their next steps. */
export function AlertPanel({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const { data, error } = useGetList<AlertRecord>("alerts", NEWEST);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  }

  return (
    <div
      ref={focus}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      className={styles.panel}
      onKeyDown={closeOnEscape}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{alerts.name}</h2>
        <LinkBase to="/alerts" onClick={onClose}>
          {alerts.bell.all}
        </LinkBase>
      </div>
      {error && !data ? <LoadError error={error} /> : null}
      {data || error ? null : <LoadingState />}
      {data?.length === 0 ? <p className={styles.none}>{alerts.bell.none}</p> : null}
      {data && data.length > 0 ? (
        <ul className={styles.list}>
          {data.map((alert) => (
            <AlertItem key={alert.alertId} alert={alert} onClose={onClose} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function focus(panel: HTMLElement | null) {
  panel?.focus();
}

interface AlertItemProps {
  alert: AlertRecord;
  onClose: () => void;
}

/** What an alert says, since when, and what to do. */
function AlertItem({ alert, onClose }: AlertItemProps) {
  const markRead = useMarkRead();
  const ofAll = can(useUserProfile(), "alert.read");
  const unread = alert.readAt === null;
  return (
    <li className={styles.item} data-unread={unread || undefined}>
      <p className={styles.meta}>
        <AlertChip {...alert} />
        {unread ? <span className={styles.new}>{alerts.unread}</span> : null}
        <span>{alerts.since(formatDateTime(alert.raisedAt))}</span>
      </p>
      {ofAll ? <p className={styles.organization}>{subjectName(alert)}</p> : null}
      <p className={styles.message}>{alert.message}</p>
      <div className={styles.steps}>
        <NextStep
          alert={alert}
          onTake={() => {
            if (unread) markRead(alert);
            onClose();
          }}
        />
        <MarkRead alert={alert} unread={unread} />
      </div>
    </li>
  );
}
