import { runningWork } from "../audit/acting.ts";

const LATELY_MS = 2_000;
/** Fewer statements prove nothing: the fastest of them may have had much to do. */
const FEW = 5;
/** A request needs several statements, one after the other: with 100 ms for each, people notice. */
const FAR_MS = 100;

/**
 * The way to the database and back: what a statement takes at least, however little it does. The
 * fastest statement of the last seconds tells it.
 */
export class RoundTrip {
  #fastest = Number.POSITIVE_INFINITY;
  #count = 0;
  #since = performance.now();
  #before = 0;

  /** In ms; 0 as long as it is not known. */
  get ms(): number {
    return this.#count >= FEW ? this.#fastest : this.#before;
  }

  /** Whether requests are slow for it, whatever the server and the database do. */
  get isFar(): boolean {
    return this.ms >= FAR_MS;
  }

  /** Notes a statement that was answered after so long. */
  took(ms: number, now = performance.now()): void {
    if (now - this.#since > LATELY_MS) {
      this.#before = this.ms;
      this.#fastest = Number.POSITIVE_INFINITY;
      this.#count = 0;
      this.#since = now;
    }
    this.#count += 1;
    this.#fastest = Math.min(this.#fastest, ms);
    const work = runningWork();
    if (work) work.onTheWayMs += Math.min(ms, this.ms);
  }
}
