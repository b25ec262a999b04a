import { useTranslate } from "react-admin";
import { can } from "../../../../domain/access.ts";
import { formatDateTime } from "../../../../domain/dates.ts";
import { useUserProfile } from "../../../providers/userProfile.ts";
import { AlertKindChip } from "../AlertKindChip.tsx";
import type { AlertRecord } from "../alertRecord.ts";
import { MarkRead, useMarkRead } from "../MarkRead.tsx";
import { NextStep } from "../NextStep.tsx";
import styles from "./bell.module.css";

interface AlertItemProps {
  alert: AlertRecord;
  onClose: () => void;
}

/** What an alert says, since when, and what to do. */
export function AlertItem({ alert, onClose }: AlertItemProps) {
  const translate = useTranslate();
  const markRead = useMarkRead();
  const ofAll = can(useUserProfile(), "alert.read");
  const unread = alert.readAt === null;
  return (
    <li className={styles.item} data-unread={unread || undefined}>
      <p className={styles.meta}>
        <AlertKindChip kind={alert.kind} />
        {unread ? <span className={styles.new}>{translate("resources.alerts.unread")}</span> : null}
        <span>{translate("resources.alerts.since", { at: formatDateTime(alert.raisedAt) })}</span>
      </p>
      {ofAll ? <p className={styles.organization}>{alert.organizationName}</p> : null}
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
