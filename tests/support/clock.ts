/** The clock of a test: the real one until it is set. */
export class TestClock {
  #held: Date | undefined;

  readonly now = (): Date => new Date(this.#held ?? Date.now());

  get isSet(): boolean {
    return this.#held !== undefined;
  }

  /** Stops the clock at an instant such as "2026-03-31T23:59:00+09:00". */
  set(instant: string | Date): void {
    this.#held = new Date(instant);
  }

  /** Lets the clock go on with the real time. */
  release(): void {
    this.#held = undefined;
  }

  advance(minutes: number): void {
    this.#held = new Date(this.now().getTime() + minutes * 60_000);
  }

  /** Runs something with the real clock. */
  async atRealTime<T>(work: () => Promise<T>): Promise<T> {
    const held = this.#held;
    this.#held = undefined;
    try {
      return await work();
    } finally {
      this.#held = held;
    }
  }
}
