import { useEffect } from "react";
import {
  type NotificationPayload,
  useLocation,
  useNotificationContext,
  useTranslate,
} from "react-admin";
import { createPortal } from "react-dom";
import { Notice } from "./Notice.tsx";
import styles from "./Notifications.module.css";
import { isLeftBehind, isSame, seen, withoutRepeats } from "./notices.ts";

/**
 * Shows the messages of react-admin's useNotify, above open dialogs. Screen readers read errors at
 * once; errors stay until they are closed or the person leaves the screen.
 */
export function Notifications() {
  const { notifications, setNotifications } = useNotificationContext();
  const translate = useTranslate();
  const { pathname } = useLocation();
  const shown = withoutRepeats(notifications).filter((notice) => !isLeftBehind(notice, pathname));

  useEffect(() => {
    setNotifications((all) => {
      const kept = all.filter((notice) => !isLeftBehind(notice, pathname));
      return kept.length === all.length ? all : kept;
    });
  }, [pathname, setNotifications]);

  const list = (part: NotificationPayload[]) =>
    part.map((notice) => (
      <Notice
        key={seen(notice, pathname).key}
        notification={notice}
        onClose={() => setNotifications((all) => all.filter((each) => !isSame(each, notice)))}
      />
    ));

  return createPortal(
    <section
      className={`${styles.notices} screen-only`}
      aria-label={translate("app.notice.region")}
      data-stays-active=""
    >
      <div role="alert">{list(shown.filter(({ type }) => type === "error"))}</div>
      <div role="status">{list(shown.filter(({ type }) => type !== "error"))}</div>
    </section>,
    document.body,
  );
}
