import type { AlertKind } from "../alerts/rules.ts";

/**
 * Why something is on the worklist: an open alert, invitations that nobody took, or the month before, of
 * which contracts are not closed yet.
 */
export type WorkKind = AlertKind | "INVITATION" | "CLOSING";

/** From the most urgent to the least (docs/product/alerts.md#worklist). */
export const WORK_KINDS = [
  "SSO_REFUSED",
  "CLOSING",
  "CAP_100",
  "LAST_ADMIN_DISABLED",
  "ENDED",
  "ENDING_7",
  "WEBHOOK_PAUSED",
  "WEBHOOK_PAUSE_NEAR",
  "RECONCILE",
  "WEBHOOK_FAILING",
  "KEY_ENDING",
  "GAP",
  "ENDING_30",
  "CAP_80",
  "INVITATION",
  "ENDING_60",
] as const satisfies readonly WorkKind[];

/** How long before its end an invitation that nobody took is something to do. */
export const INVITATION_HOURS = 24;

export interface Work {
  kind: WorkKind;
  /** Null for a receiver, a service key, and for a user who belongs to no organization. */
  organizationId: number | null;
  /** Of a receiver, which is a place on the worklist of its own. */
  webhookId: number | null;
  /** Of a service key, likewise. */
  serviceKeyId: number | null;
  /** Of a month YYYY-MM to close, likewise. */
  month: string | null;
  /** Since when, in milliseconds. */
  since: number;
}

/** All that is to do at one place of the worklist, the most urgent first. */
export type WorkPlace<Item extends Work> = readonly [Item, ...Item[]];

/** Puts things to do together by organization, the place with the most urgent, then oldest first. */
export function workPlaces<Item extends Work>(items: readonly Item[]): WorkPlace<Item>[] {
  const places = new Map<string, [Item, ...Item[]]>();
  for (const item of items.toSorted(byUrgency)) {
    const key = `${item.organizationId} ${item.webhookId} ${item.serviceKeyId} ${item.month}`;
    const place = places.get(key);
    if (place) place.push(item);
    else places.set(key, [item]);
  }
  return [...places.values()];
}

const urgency = (kind: WorkKind) => WORK_KINDS.indexOf(kind);

function byUrgency(a: Work, b: Work): number {
  return urgency(a.kind) - urgency(b.kind) || a.since - b.since;
}
