import type { SessionSource } from "./session.ts";

/** Somebody who hears what is said on a channel, until the connection to it is lost. */
export interface Hearer {
  heard(payload: string): void;
  /** Nothing is heard any more, and something may have been missed. Comes once at most. */
  lost(): void;
}

/** Stops hearing; `lost` does not come then. */
export type StopHearing = () => Promise<void>;

/** A source of sessions where NOTIFY can be heard. */
export interface ListeningSource extends SessionSource {
  listen(channel: string, hearer: Hearer): Promise<StopHearing>;
}

/** The statement; a channel cannot be a parameter. */
export function listenTo(channel: string): string {
  return `listen "${channel}"`;
}
