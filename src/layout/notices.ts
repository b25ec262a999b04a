import type { NotificationPayload } from "react-admin";

interface FirstSeen {
  key: string;
  /** Path of the screen that showed when the notice came. */
  pathname: string;
}

const firstSeen = new WeakMap<NotificationPayload, FirstSeen>();
let given = 0;

/** Notes where a notice was first seen; a notice has neither an id nor a place of its own. */
export function seen(notice: NotificationPayload, pathname: string): FirstSeen {
  const found = firstSeen.get(notice) ?? { key: `notice-${++given}`, pathname };
  firstSeen.set(notice, found);
  return found;
}

/** Whether a notice is an error of another screen than the one that shows. */
export function isLeftBehind(notice: NotificationPayload, pathname: string): boolean {
  return notice.type === "error" && seen(notice, pathname).pathname !== pathname;
}

/** Whether two notices say the same. */
export function isSame(one: NotificationPayload, other: NotificationPayload): boolean {
  return one.type === other.type && one.message === other.message && argsOf(one) === argsOf(other);
}

function argsOf({ notificationOptions }: NotificationPayload): string {
  return JSON.stringify(notificationOptions?.messageArgs ?? {});
}

/** The notices to show: of those that say the same, the newest. */
export function withoutRepeats(notices: readonly NotificationPayload[]): NotificationPayload[] {
  return notices.filter(
    (notice, index) => !notices.slice(index + 1).some((later) => isSame(notice, later)),
  );
}
