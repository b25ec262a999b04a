import CloseIcon from "@mui/icons-material/Close";
import { useEffect, useEffectEvent } from "react";
import { type NotificationPayload, useTranslate } from "react-admin";
import styles from "./Notifications.module.css";

/**
 * A success hides after 1.5 s (docs/product/screens.md#dialogs-and-notices); an error stays until
 * it is closed.
 */
const HIDES_AFTER_MS: Record<NotificationPayload["type"], number | null> = {
  success: 1500,
  info: 1500,
  warning: null,
  error: null,
};

interface NoticeProps {
  notification: NotificationPayload;
  onClose: () => void;
}

export function Notice({ notification, onClose }: NoticeProps) {
  const { message, type, notificationOptions } = notification;
  const translate = useTranslate();
  const close = useEffectEvent(onClose);
  const hidesAfter = HIDES_AFTER_MS[type];

  useEffect(() => {
    if (hidesAfter === null) return;
    const timer = setTimeout(() => close(), hidesAfter);
    return () => clearTimeout(timer);
  }, [hidesAfter]);

  return (
    <div className={styles.notice} data-type={type}>
      <span className={styles.kind}>{translate(`app.notice.${type}`)}</span>
      <span className={styles.message}>
        {typeof message === "string"
          ? translate(message, { _: message, ...notificationOptions?.messageArgs })
          : message}
      </span>
      <button type="button" aria-label={translate("app.close")} onClick={onClose}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </button>
    </div>
  );
}
