import type { NotificationPayload } from "react-admin";

interface FirstSeen {
  key: string;
  pathname: string;
}

const firstSeen = new WeakMap<NotificationPayload, FirstSeen>();
let given = 0;

/** Remembers where a notice was first shown; a notice has no id. */
export function seen(notice: NotificationPayload, pathname: string): FirstSeen {
  const found = firstSeen.get(notice) ?? { key: `notice-${++given}`, pathname };
  firstSeen.set(notice, found);
  return found;
}

export function isLeftBehind(notice: NotificationPayload, pathname: string): boolean {
  return notice.type === "error" && seen(notice, pathname).pathname !== pathname;
}

export function isSame(one: NotificationPayload, other: NotificationPayload): boolean {
  return one.type === other.type && one.message === other.message && argsOf(one) === argsOf(other);
}

function argsOf({ notificationOptions }: NotificationPayload): string {
  return JSON.stringify(notificationOptions?.messageArgs ?? {});
}

/** The notices to show: of equal ones only the newest. */
export function withoutRepeats(notices: readonly NotificationPayload[]): NotificationPayload[] {
  return notices.filter(
    (notice, index) => !notices.slice(index + 1).some((later) => isSame(notice, later)),
  );
}
