/**
 * Events of GET /events (design 3): what has changed, never how. Whoever hears one reads again
 * with the own rights. Topics are `resource/x`, `resource/x/id` and `lock/x/id`.
 */
export const EVENT_TYPES = ["created", "updated", "deleted", "locked", "unlocked"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface ChangeEvent {
  topic: string;
  type: EventType;
  payload: { ids: (number | string)[] };
}

/** Topic of all changes of a resource, or of one record's. */
export function resourceTopic(resource: string, id?: number | string): string {
  return id === undefined ? `resource/${resource}` : `resource/${resource}/${id}`;
}

/** Topic of all locks of a resource, or of one record's. */
export function lockTopic(resource: string, id?: number | string): string {
  return id === undefined ? `lock/${resource}` : `lock/${resource}/${id}`;
}

/** Whether a subscription to `topic` wants an event: its own topic and those below it. */
export function covers(topic: string, event: Pick<ChangeEvent, "topic">): boolean {
  return event.topic === topic || event.topic.startsWith(`${topic}/`);
}
