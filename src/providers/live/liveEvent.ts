import { type ChangeEvent, EVENT_TYPES, type EventType } from "../../../domain/events.ts";

/**
 * What a subscription hears. `missed` stands for whatever may have happened while nobody listened:
 * after each (re)connection, and every 2 s while there is none. Whoever hears it reads again.
 */
export interface LiveEvent extends Omit<ChangeEvent, "type"> {
  type: EventType | "missed";
}

export type Hear = (event: LiveEvent) => void;

/** An event from outside this page, or nothing where it is none. */
export function asEvent(value: unknown): ChangeEvent | undefined {
  const { topic, type, payload } = Object(value);
  const known = EVENT_TYPES.find((name) => name === type);
  const ids: unknown = payload?.ids;
  if (typeof topic !== "string" || !known || !Array.isArray(ids)) return undefined;
  return { topic, type: known, payload: { ids } };
}
