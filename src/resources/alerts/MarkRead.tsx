import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { useWrite } from "../../writes/useWrite.ts";
import type { AlertRecord } from "../records.ts";
import styles from "./alerts.module.css";

/** Marks an alert as read, and those that it includes. */
export function useMarkRead(): (alert: AlertRecord) => void {
  const { write } = useWrite("POST /alerts/{id}/read", {
    changes: "alerts",
    noticesProblem: true,
  });
  return ({ alertId }) => void write({ id: alertId, body: {} });
}

/** It stays where it is once pressed, so that it keeps the focus. */
export function MarkRead({ alert, unread }: { alert: AlertRecord; unread: boolean }) {
  const markRead = useMarkRead();
  return (
    <button
      type="button"
      className={`body-text nowrap hover round primary ${styles.markRead}`}
      aria-disabled={unread ? undefined : true}
      onClick={() => {
        if (unread) markRead(alert);
      }}
    >
      {unread ? alerts.markRead : alerts.read}
    </button>
  );
}
