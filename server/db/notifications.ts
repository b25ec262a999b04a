import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { DatabaseLog, Notification, SessionSource } from "./session.ts";
import type { Tables } from "./tables.ts";

const AGAIN_AFTER_MS = 1_000;

/** Sends a NOTIFY at the commit of the transaction, or at once outside of one. */
export async function notify(db: Kysely<Tables>, notification: Notification): Promise<void> {
  const { channel, payload } = notification;
  const query = sql`select pg_notify(${channel}, ${payload})`.compile(db);
  const held = { ...query, heldUntilCommit: notification };
  await db.executeQuery(held);
}

/** Sends NOTIFYs after the commits, which they would serialize (docs/decisions/020). */
export class Notifications {
  readonly #source: SessionSource;
  readonly #log: DatabaseLog;
  #waiting: Notification[] = [];
  #sending: Promise<void> | undefined;
  #closing = false;

  constructor(source: SessionSource, log: DatabaseLog) {
    this.#source = source;
    this.#log = log;
  }

  send(notifications: readonly Notification[]): void {
    if (notifications.length === 0) return;
    this.#waiting.push(...notifications);
    this.#sending ??= this.#sendAll();
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      try {
        await this.#sendWaiting();
      } catch (error) {
        const err = error instanceof Error ? error : new Error(String(error));
        this.#log.warn({ err }, "could not publish changes yet");
        if (this.#closing) break;
        await pause(AGAIN_AFTER_MS);
      }
    }
    this.#sending = undefined;
  }

  async #sendWaiting(): Promise<void> {
    const session = await this.#source.acquire();
    const some = [...this.#waiting];
    try {
      await session.query({
        sql: `select pg_notify(channel, payload)
          from unnest($1::text[], $2::text[]) as told (channel, payload)`,
        parameters: [some.map(({ channel }) => channel), some.map(({ payload }) => payload)],
      });
      this.#waiting = this.#waiting.slice(some.length);
    } finally {
      session.release(false);
    }
  }
}

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
