import type { FastifyBaseLogger } from "fastify";
import { resourceTopic } from "../../domain/events.ts";
import type { Database } from "../db/client.ts";
import type { StopHearing } from "../db/listening.ts";
import { tooMany, unavailable } from "../problem.ts";
import { CHANGES, type Change } from "./announceChange.ts";
import { EventStream, eventText, type Listener } from "./eventStream.ts";
import { readChange } from "./readChange.ts";

const STREAMS_PER_USER = 20;
const AGAIN_AFTER_SECONDS = 30;

interface HubParts {
  database: Pick<Database, "listen">;
  log: FastifyBaseLogger;
  beatMs?: number | undefined;
}

/**
 * All open event streams of this process, behind one LISTEN. A stream is open only while every
 * change is heard: when the database's connection is lost all end, and whoever opens one again
 * reads everything anew. So there is no gap that anybody would have to be told of.
 */
export class EventHub {
  readonly #parts: HubParts;
  readonly #streams = new Set<EventStream>();
  #listening: Promise<StopHearing> | undefined;
  #closed = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  /** Throws 429 beyond 20 streams of one user, 503 while the database is away or the server closes. */
  async open(listener: Listener): Promise<EventStream> {
    if (this.#closed) throw unavailable();
    this.#listening ??= this.#listen();
    const listening = this.#listening;
    await listening;
    if (this.#closed || this.#listening !== listening) throw unavailable();
    const own = [...this.#streams].filter(({ userId }) => userId === listener.user.userId);
    if (own.length >= STREAMS_PER_USER) throw tooMany(AGAIN_AFTER_SECONDS);
    const stream = new EventStream(listener, this.#parts.beatMs);
    this.#streams.add(stream);
    // The user may have been put out between the check of the request and now, unheard.
    void stream.lookAgain();
    return stream.once("close", () => this.#streams.delete(stream));
  }

  /** Ends all streams and lets no more open. */
  endAll(): void {
    this.#closed = true;
    this.#finishStreams();
  }

  /** Stops listening to the database. */
  async close(): Promise<void> {
    this.endAll();
    const stop = await this.#listening?.catch(() => undefined);
    await stop?.();
  }

  async #listen(): Promise<StopHearing> {
    try {
      return await this.#parts.database.listen(CHANGES, {
        heard: (payload) => this.#hear(payload),
        lost: () => {
          this.#listening = undefined;
          this.#finishStreams();
        },
      });
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  #hear(payload: string): void {
    try {
      this.#pass(readChange(payload));
    } catch (err) {
      this.#parts.log.warn({ err }, "could not read an announced change");
    }
  }

  #pass(change: Change): void {
    const text = eventText(change);
    const { topic } = change.event;
    for (const stream of this.#streams) {
      stream.tell(change, text);
      if (concerns(topic, stream.userId)) void stream.lookAgain();
    }
  }

  #finishStreams(): void {
    for (const stream of this.#streams) stream.finish();
    this.#streams.clear();
  }
}

/** Whether a change may have put the user out or changed what the user may hear. */
function concerns(topic: string, userId: string): boolean {
  return topic === resourceTopic("users", userId) || topic === resourceTopic("sessions", userId);
}
