import { type KeyboardEvent, useId } from "react";
import { LinkBase, useCreatePath, useGetList } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { alertFamily } from "../../../../domain/alerts/rules.ts";
import { formatRecent } from "../../../../domain/text/dates.ts";
import { LoadError, LoadingState } from "../../../components/display/LoadError.tsx";
import { alerts } from "../../../i18n/ja/resources/alerts.ts";
import { useUserProfile } from "../../../providers/signIn/userProfile.ts";
import type { AlertRecord } from "../../records.ts";
import { AlertChip, MarkRead, stepPath, subjectName, useMarkRead } from "../AlertParts.tsx";
import styles from "./bell.module.css";

const NEWEST = {
  filter: { open: "true" },
  pagination: { page: 1, perPage: 20 },
  sort: { field: "raisedAt", order: "DESC" },
} as const;

/** The newest open alerts with their next steps. */
export function AlertPanel({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const manages = can(useUserProfile(), "contract.manage");
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
      className={`float absolute scroll no-outline ${styles.panel}`}
      onKeyDown={closeOnEscape}
    >
      <div className={`line spread gap-12 surface sticky pad-8-16 line-below ${styles.head}`}>
        <h2 id={titleId}>{alerts.name}</h2>
        <LinkBase to="/alerts" className="inline-line body-text" onClick={onClose}>
          {alerts.bell.all}
        </LinkBase>
      </div>
      {error && !data ? <LoadError error={error} /> : null}
      {data || error ? null : <LoadingState />}
      {data?.length === 0 ? <p className="quiet pad-24-16 centered">{alerts.bell.none}</p> : null}
      {data && data.length > 0 ? (
        <>
          <ul className="ruled">
            {data.map((alert) => (
              <AlertItem key={alert.alertId} alert={alert} onClose={onClose} />
            ))}
          </ul>
          {manages ? null : <p className="note pad-12-16 line-above">{alerts.ask}</p>}
        </>
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

/** An alert in one line: its state, whom or what it is about, since when. */
function AlertItem({ alert, onClose }: AlertItemProps) {
  const markRead = useMarkRead();
  const createPath = useCreatePath();
  const ofAll = can(useUserProfile(), "alert.read");
  const unread = alert.readAt === null;
  const family = alertFamily(alert.kind);
  const name = subjectName(alert);
  // 14:32, or the date.
  const [day] = formatRecent(alert.raisedAt).split(" ");
  return (
    <li className={`line gap-12 ${styles.item}`} data-unread={unread || undefined}>
      <AlertChip {...alert} />
      {ofAll ? (
        <LinkBase
          to={stepPath(alert, family, createPath)}
          className={`truncate shrink grow ${styles.subject}`}
          title={alert.message}
          onClick={() => {
            if (unread) markRead(alert);
            onClose();
          }}
        >
          {name}
          <span className="visually-hidden">{alerts.stepOf(alerts.step[family])}</span>
        </LinkBase>
      ) : (
        <span className={`truncate shrink grow ${styles.subject}`} title={alert.message}>
          {alert.message}
        </span>
      )}
      <span className={`fixed note numeric ${styles.time}`}>{day}</span>
      <MarkRead alert={alert} unread={unread} />
    </li>
  );
}
