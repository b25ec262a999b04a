import { type NotificationPayload, useNotificationContext, useTranslate } from "react-admin";
import { createPortal } from "react-dom";
import { Notice } from "./Notice.tsx";
import styles from "./Notifications.module.css";

const keys = new WeakMap<NotificationPayload, string>();
let given = 0;

/** A notice has no id of its own; its place in the list changes as others go. */
function keyOf(notification: NotificationPayload): string {
  const key = keys.get(notification) ?? `notice-${++given}`;
  keys.set(notification, key);
  return key;
}

/** What react-admin's useNotify says. Reachable above open dialogs; errors are read out at once. */
export function Notifications() {
  const { notifications, setNotifications } = useNotificationContext();
  const translate = useTranslate();
  const urgent = notifications.filter(({ type }) => type === "error");
  const calm = notifications.filter(({ type }) => type !== "error");

  const list = (part: NotificationPayload[]) =>
    part.map((notification) => (
      <Notice
        key={keyOf(notification)}
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
