import { overloaded } from "../problem.ts";

type Enter = () => void;

/** Lets some in at once; others wait for their turn, at most for a time, and are refused then. */
export class Slots {
  #free: number;
  readonly #waitMs: number;
  readonly #waiting: Enter[] = [];

  constructor(count: number, waitMs: number) {
    this.#free = count;
    this.#waitMs = waitMs;
  }

  /** Takes a slot. Throws OVERLOADED if none gets free in time. */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(overloaded());
      }, this.#waitMs);
      this.#waiting.push(enter);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
