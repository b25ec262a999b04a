import { useNotificationContext, useTranslate } from "ra-core";
import { createPortal } from "react-dom";
import { Notice } from "./Notice.tsx";
import styles from "./Notifications.module.css";

/** What ra-core's useNotify says. Reachable above open dialogs; errors are read out at once. */
export function Notifications() {
  const { notifications, setNotifications } = useNotificationContext();
  const translate = useTranslate();
  const shown = notifications.map((notification, index) => ({ notification, index }));
  const urgent = shown.filter(({ notification }) => notification.type === "error");
  const calm = shown.filter(({ notification }) => notification.type !== "error");

  const list = (part: typeof shown) =>
    part.map(({ notification, index }) => (
      <Notice
        key={`${index}-${String(notification.message)}`}
        notification={notification}
        onClose={() => setNotifications((all) => all.filter((each) => each !== notification))}
      />
    ));

  return createPortal(
    <section
      className={styles.notices}
      aria-label={translate("app.notice.region")}
      data-stays-active=""
    >
      <div role="alert">{list(urgent)}</div>
      <div role="status">{list(calm)}</div>
    </section>,
    document.body,
  );
}
