import type { SessionSource } from "./session.ts";

export interface ChannelListener {
  onMessage(payload: string): void;
  /** The connection is lost, and messages may be missing. Called at most once. */
  onLost(): void;
}

export type StopListening = () => Promise<void>;

export interface ListeningSource extends SessionSource {
  listen(channel: string, listener: ChannelListener): Promise<StopListening>;
}

export function listenTo(channel: string): string {
  return `listen "${channel}"`;
}
