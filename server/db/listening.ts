import type { SessionSource } from "./session.ts";

export interface ChannelListener {
  onMessage(payload: string): void;
  /** The connection is lost, and messages may be missing. Called at most once. */
  onLost(): void;
}

export type StopListening = () => Promise<void>;

/** Sessions of a source that are open, those of them without work, and who waits for one. */
export interface PoolState {
  connections: number;
  idle: number;
  waiting: number;
}

export interface ListeningSource extends SessionSource {
  state(): PoolState;
  listen(channel: string, listener: ChannelListener): Promise<StopListening>;
}

export function listenTo(channel: string): string {
  return `listen "${channel}"`;
}
