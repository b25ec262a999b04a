/**
 * Events of GET /events (docs/product/api.md#live-changes) say what has changed, not how: the
 * receiver reads again with its own rights. Topics are `resource/x`, `resource/x/id` and
 * `lock/x/id`.
 */
export const EVENT_TYPES = ["created", "updated", "deleted", "locked", "unlocked"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface ChangeEvent {
  topic: string;
  type: EventType;
  payload: { ids: (number | string)[] };
}

/** The name of the other events of the stream, `{open}`; those about changes have none. */
export const STREAMS_EVENT = "streams";

/** How many streams are open in the process of the server. */
export interface OpenStreams {
  open: number;
}

/** The topic of all changes of a resource, or of one record. */
export function resourceTopic(resource: string, id?: number | string): string {
  return id === undefined ? `resource/${resource}` : `resource/${resource}/${id}`;
}

/** The topic of all locks of a resource, or of one record. */
export function lockTopic(resource: string, id?: number | string): string {
  return id === undefined ? `lock/${resource}` : `lock/${resource}/${id}`;
}

/**
 * Whether a subscription to `topic` receives an event: its own topic, those below it, and one about
 * many records of a resource that names its record.
 */
export function covers(topic: string, event: Pick<ChangeEvent, "topic" | "payload">): boolean {
  if (event.topic === topic || event.topic.startsWith(`${topic}/`)) return true;
  return event.payload.ids.some((id) => topic === `${event.topic}/${id}`);
}

const MS_PER_STREAM = 3;
const LONGEST_MS = 3_000;

/**
 * The ms within which each screen waits for a random while before it reads what has changed or
 * connects again, so that the server is not asked by all of them at once (docs/decisions/017).
 * `openStreams` is their number, as the server tells it.
 */
export function spreadMs(openStreams: number): number {
  return Math.min(MS_PER_STREAM * openStreams, LONGEST_MS);
}
