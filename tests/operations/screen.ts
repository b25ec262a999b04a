import { setTimeout as pause } from "node:timers/promises";
import { type EventClient, openEvents } from "../support/eventStream.ts";

const AGAIN_AFTER_MS = 200;

/** An open screen: it opens its stream again whenever the server ends it. */
export class Screen {
  readonly #open: () => Promise<EventClient>;
  #stream: EventClient | undefined;
  #isClosed = false;
  readonly #living: Promise<void>;
  /** How often it has opened a stream. */
  opened = 0;

  constructor(url: string, headers: Record<string, string>) {
    this.#open = () => openEvents(url, headers);
    this.#living = this.#live();
  }

  /** Whether it has heard of the topic since its stream was opened. */
  hasHeardOf(topic: string): boolean {
    return this.#stream?.events().some((event) => event.topic === topic) ?? false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stream?.close();
    await this.#living;
  }

  async #live(): Promise<void> {
    while (!this.#isClosed) {
      const stream = await this.#open();
      if (stream.status === 200) {
        this.#stream = stream;
        this.opened += 1;
        await stream.ended;
        this.#stream = undefined;
      } else await stream.close();
      await pause(AGAIN_AFTER_MS);
    }
  }
}
