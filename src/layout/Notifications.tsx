import CloseIcon from "@mui/icons-material/Close";
import { useEffect, useEffectEvent } from "react";
import {
  type NotificationPayload,
  useLocation,
  useNotificationContext,
  // biome-ignore lint/style/noRestrictedImports: the messages of react-admin are keys.
  useTranslate,
} from "react-admin";
import { createPortal } from "react-dom";
import { app } from "../i18n/ja/app.ts";
import { errors } from "../i18n/ja/errors.ts";
import { connectivity } from "../providers/http/connectivity.ts";
import styles from "./shellParts.module.css";

/**
 * Shows the messages of react-admin's useNotify, above open dialogs. Screen readers read errors at
 * once; errors stay until they are closed or the person leaves the screen, those of the
 * network until something is saved.
 */
export function Notifications() {
  const { notifications, setNotifications } = useNotificationContext();
  const { pathname } = useLocation();
  const shown = withoutRepeats(notifications).filter((notice) => !isLeftBehind(notice, pathname));

  useEffect(() => {
    setNotifications((all) => without(all, (notice) => isLeftBehind(notice, pathname)));
  }, [pathname, setNotifications]);

  // Once something is saved, the network no longer keeps anything from being saved.
  useEffect(
    () => connectivity.onSaved(() => setNotifications((all) => without(all, isOfNetwork))),
    [setNotifications],
  );

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
      className={`grid gap-8 ${styles.notices} screen-only`}
      aria-label={app.notice.region}
      data-stays-active=""
    >
      <div role="alert">{list(shown.filter(({ type }) => type === "error"))}</div>
      <div role="status">{list(shown.filter(({ type }) => type !== "error"))}</div>
    </section>,
    document.body,
  );
}

interface FirstSeen {
  key: string;
  pathname: string;
}

const firstSeen = new WeakMap<NotificationPayload, FirstSeen>();
let given = 0;

/** Remembers where a notice was first shown; a notice has no id. */
function seen(notice: NotificationPayload, pathname: string): FirstSeen {
  const found = firstSeen.get(notice) ?? { key: `notice-${++given}`, pathname };
  firstSeen.set(notice, found);
  return found;
}

function isLeftBehind(notice: NotificationPayload, pathname: string): boolean {
  return notice.type === "error" && seen(notice, pathname).pathname !== pathname;
}

/** The same array if all stay, so that nothing is rendered again. */
function without(all: NotificationPayload[], isOver: (notice: NotificationPayload) => boolean) {
  return all.some(isOver) ? all.filter((notice) => !isOver(notice)) : all;
}

const isOfNetwork = ({ type, message }: NotificationPayload) =>
  type === "error" && message === errors.network;

function isSame(one: NotificationPayload, other: NotificationPayload): boolean {
  return one.type === other.type && one.message === other.message && argsOf(one) === argsOf(other);
}

function argsOf({ notificationOptions }: NotificationPayload): string {
  return JSON.stringify(notificationOptions?.messageArgs ?? {});
}

/** The notices to show: of equal ones only the newest. */
function withoutRepeats(notices: readonly NotificationPayload[]): NotificationPayload[] {
  return notices.filter(
    (notice, index) => !notices.slice(index + 1).some((later) => isSame(notice, later)),
  );
}

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

function Notice({ notification, onClose }: NoticeProps) {
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
    <div className={`line gap-12 float ${styles.notice}`} data-tone={type}>
      <span className="fixed caption toned bold">{app.notice[type]}</span>
      <span className="grow">
        {typeof message === "string"
          ? translate(message, { _: message, ...notificationOptions?.messageArgs })
          : message}
      </span>
      <button type="button" className="icon-button" aria-label={app.close} onClick={onClose}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </button>
    </div>
  );
}
