/** More is forgotten, so that the server is not slow for a caller for long. */
const MOST_OWED_MS = 3_000;
/** Above it, lines that owe nothing any more are forgotten. */
const MOST_LINES = 1_000;

/** Work that time has not paid for yet. */
interface Debt {
  ms: number;
  at: number;
}

interface PaceOptions {
  /** How much work a line may ask for at once. */
  burstMs: number;
  /** How many ms of work a line may ask for per ms, in the long run. */
  paidPerMs: number;
  /** How long a busy line rests per ms of work. */
  restPerMs: number;
  /** Shorter than a request waits for a place, so that one at a time is never refused. */
  longestRestMs: number;
  now?: () => number;
}

/**
 * Who keeps the server at work all the time (docs/decisions/024). The time that requests of a line
 * are at work is owed, and passing time pays a part of it. A line that owes more than a burst is
 * busy: its requests are let in one after the other, each after a rest.
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  readonly #debts = new Map<string, Debt>();

  constructor(options: PaceOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  isBusy(line: string): boolean {
    return this.#owed(line) > this.#options.burstMs;
  }

  /** Notes that a request was at work for so long; returns how long its place rests, both in ms. */
  worked(line: string, ms: number): number {
    const { burstMs, restPerMs, longestRestMs, now } = this.#options;
    const owed = Math.min(this.#owed(line) + ms, MOST_OWED_MS);
    this.#debts.set(line, { ms: owed, at: now() });
    if (this.#debts.size > MOST_LINES) this.#forgetPaid();
    return owed > burstMs ? Math.min(ms * restPerMs, longestRestMs) : 0;
  }

  #owed(line: string): number {
    const debt = this.#debts.get(line);
    if (!debt) return 0;
    const { now, paidPerMs } = this.#options;
    return Math.max(0, debt.ms - (now() - debt.at) * paidPerMs);
  }

  #forgetPaid(): void {
    for (const line of this.#debts.keys()) {
      if (this.#owed(line) === 0) this.#debts.delete(line);
    }
  }
}
