import { type KeyboardEvent, useId } from "react";
import { LinkBase, useGetList, useTranslate } from "react-admin";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import type { AlertRecord } from "../alertRecord.ts";
import { AlertItem } from "./AlertItem.tsx";
import styles from "./bell.module.css";

const NEWEST = {
  filter: { open: "true" },
  pagination: { page: 1, perPage: 20 },
  sort: { field: "raisedAt", order: "DESC" },
} as const;

/** The newest open alerts with their next steps. */
export function AlertPanel({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
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
        <h2 id={titleId}>{translate("resources.alerts.name")}</h2>
        <LinkBase to="/alerts" onClick={onClose}>
          {translate("resources.alerts.bell.all")}
        </LinkBase>
      </div>
      {error && !data ? <LoadError error={error} /> : null}
      {data || error ? null : <LoadingState />}
      {data?.length === 0 ? (
        <p className={styles.none}>{translate("resources.alerts.bell.none")}</p>
      ) : null}
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
