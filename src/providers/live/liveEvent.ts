import { type ChangeEvent, EVENT_TYPES, type EventType } from "../../../domain/events.ts";

/**
 * What a subscription receives. `missed` stands for events that may have been lost: after each
 * (re)connection, and every 2 s while there is none. The receiver then reads again.
 */
export interface LiveEvent extends Omit<ChangeEvent, "type"> {
  type: EventType | "missed";
}

export type Listener = (event: LiveEvent) => void;

/** Parses an event from outside this page; undefined if it is invalid. */
export function asEvent(value: unknown): ChangeEvent | undefined {
  const { topic, type, payload } = Object(value);
  const known = EVENT_TYPES.find((name) => name === type);
  const ids: unknown = payload?.ids;
  if (typeof topic !== "string" || !known || !Array.isArray(ids)) return undefined;
  return { topic, type: known, payload: { ids } };
}

/** The same for the number of open streams. */
export function asOpenStreams(value: unknown): number | undefined {
  const { open } = Object(value);
  return Number.isInteger(open) ? open : undefined;
}
