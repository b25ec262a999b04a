/** More is forgotten, so that the server is not slow for a caller for long. */
const MOST_OWED_MS = 3_000;
/** Above it, queues that owe nothing any more are forgotten. */
const MOST_QUEUES = 1_000;

/** Work that time has not paid for yet. */
interface Debt {
  ms: number;
  at: number;
}

interface ThrottleOptions {
  /** How much work a queue may ask for at once. */
  burstMs: number;
  /** How many ms of work a queue may ask for per ms, in the long run. */
  paidPerMs: number;
  /** How long a busy queue rests per ms of work. */
  restPerMs: number;
  /** Shorter than a request waits for a slot, so that one at a time is never refused. */
  longestRestMs: number;
  now?: () => number;
}

/**
 * Slows down a caller that keeps the server at work all the time (docs/decisions/024). The time that
 * requests of a queue are at work is owed, and passing time pays a part of it. A queue that owes more
 * than a burst is busy: its requests are let in one after the other, each after a rest.
 */
export class Throttle {
  readonly #options: Required<ThrottleOptions>;
  readonly #debts = new Map<string, Debt>();

  constructor(options: ThrottleOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  isBusy(queue: string): boolean {
    return this.#owed(queue) > this.#options.burstMs;
  }

  /** Notes that a request was at work for so long; returns how long its slot rests, both in ms. */
  worked(queue: string, ms: number): number {
    const { burstMs, restPerMs, longestRestMs, now } = this.#options;
    const owed = Math.min(this.#owed(queue) + ms, MOST_OWED_MS);
    this.#debts.set(queue, { ms: owed, at: now() });
    if (this.#debts.size > MOST_QUEUES) this.#forgetPaid();
    return owed > burstMs ? Math.min(ms * restPerMs, longestRestMs) : 0;
  }

  #owed(queue: string): number {
    const debt = this.#debts.get(queue);
    if (!debt) return 0;
    const { now, paidPerMs } = this.#options;
    return Math.max(0, debt.ms - (now() - debt.at) * paidPerMs);
  }

  #forgetPaid(): void {
    for (const queue of this.#debts.keys()) {
      if (this.#owed(queue) === 0) this.#debts.delete(queue);
    }
  }
}
