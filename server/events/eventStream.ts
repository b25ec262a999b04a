import { Readable } from "node:stream";
import type { Area } from "../../domain/api/endpoint.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./announceChange.ts";
import { mayHear } from "./audience.ts";

/** How soon a client may try again by itself (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
const RETRY_MS = 2_000;
const BEAT_MS = 15_000;
const BEATS_TO_LOOK_AGAIN = 4;
/** Ten minutes, then the client comes back with a fresh credential. */
const BEATS_TO_LIVE = 40;
/** Some hundred events: who is that far behind reads everything anew sooner than these. */
const UNREAD_BYTES = 64 * 1024;

/** Who listens, and how to find out whether that is still so. */
export interface Listener {
  area: Area;
  user: SignedIn;
  /** Reads the user of the request anew; rejects when nothing vouches for it any more. */
  look(): Promise<SignedIn>;
}

/** An open answer to GET /events: what its user may hear, as server-sent events. */
export class EventStream extends Readable {
  readonly #listener: Listener;
  readonly #beating: NodeJS.Timeout;
  #beats = 0;
  #over = false;

  constructor(listener: Listener, beatMs = BEAT_MS) {
    super();
    this.#listener = listener;
    this.#beating = setInterval(() => this.#beat(), beatMs).unref();
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  get userId(): string {
    return this.#listener.user.userId;
  }

  /** `text` is the change as written by `eventText`, made once for all streams. */
  tell(change: Change, text: string): void {
    const { area, user } = this.#listener;
    if (mayHear(area, user, change)) this.#write(text);
  }

  /** Ends where the user is out, and goes by the rights of now. */
  async lookAgain(): Promise<void> {
    try {
      this.#listener.user = await this.#listener.look();
    } catch {
      // Whatever it was: the request that the client makes next is told.
      this.finish();
    }
  }

  /** Ends it for the client to open anew; one that does not read is cut off. */
  finish(): void {
    if (this.#over) return;
    this.#stop();
    if (this.isPaused()) this.destroy();
    else this.push(null);
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  #beat(): void {
    this.#beats += 1;
    this.#write(":\n\n");
    if (this.#beats >= BEATS_TO_LIVE) this.finish();
    else if (this.#beats % BEATS_TO_LOOK_AGAIN === 0) void this.lookAgain();
  }

  #stop(): void {
    this.#over = true;
    clearInterval(this.#beating);
  }

  #write(text: string): void {
    if (this.#over) return;
    this.push(text);
    if (this.readableLength > UNREAD_BYTES) this.destroy();
  }
}

export function eventText({ event }: Change): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
