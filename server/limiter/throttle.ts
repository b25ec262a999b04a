/** More is forgotten, so that the server is not slow for a caller for long. */
const MOST_BACKLOG_MS = 3_000;
/** Above it, queues without a backlog are forgotten. */
const MOST_QUEUES = 1_000;

/** What is left of the work of a queue, as of an instant (a leaky bucket). */
interface Backlog {
  ms: number;
  at: number;
}

interface ThrottleOptions {
  /** How much work a queue may ask for at once. */
  burstMs: number;
  /** How many ms of the backlog drain per ms. */
  drainPerMs: number;
  /** How long a busy queue rests per ms of work. */
  restPerMs: number;
  /** Shorter than a request waits for a slot, so that one at a time is never refused. */
  longestRestMs: number;
  now?: () => number;
}

/**
 * Slows down a caller that keeps the server at work all the time (docs/decisions/024). The time that
 * requests of a queue are at work fills its backlog, which drains with time. A queue with a backlog of
 * more than a burst is busy: its requests are let in one after the other, each after a rest.
 */
export class Throttle {
  readonly #options: Required<ThrottleOptions>;
  readonly #backlogs = new Map<string, Backlog>();

  constructor(options: ThrottleOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  isBusy(queue: string): boolean {
    return this.#backlogOf(queue) > this.#options.burstMs;
  }

  /** Notes that a request was at work for so long; returns how long its slot rests, both in ms. */
  worked(queue: string, ms: number): number {
    const { burstMs, restPerMs, longestRestMs, now } = this.#options;
    const left = Math.min(this.#backlogOf(queue) + ms, MOST_BACKLOG_MS);
    this.#backlogs.set(queue, { ms: left, at: now() });
    if (this.#backlogs.size > MOST_QUEUES) this.#forgetEmpty();
    return left > burstMs ? Math.min(ms * restPerMs, longestRestMs) : 0;
  }

  #backlogOf(queue: string): number {
    const backlog = this.#backlogs.get(queue);
    if (!backlog) return 0;
    const { now, drainPerMs } = this.#options;
    return Math.max(0, backlog.ms - (now() - backlog.at) * drainPerMs);
  }

  #forgetEmpty(): void {
    for (const queue of this.#backlogs.keys()) {
      if (this.#backlogOf(queue) === 0) this.#backlogs.delete(queue);
    }
  }
}
