interface Waiting<Row> {
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

const AT_ONCE = 2;

/** Batches lookups by key. A row is never older than its request. */
export class Lookups<Row> {
  readonly #query: (keys: string[]) => Promise<ReadonlyMap<string, Row>>;
  #waiting = new Map<string, Waiting<Row>[]>();
  #running = 0;

  constructor(query: (keys: string[]) => Promise<ReadonlyMap<string, Row>>) {
    this.#query = query;
  }

  find(key: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(key);
      if (others) others.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
      void this.#runNext();
    });
  }

  async #runNext(): Promise<void> {
    if (this.#running >= AT_ONCE || this.#waiting.size === 0) return;
    const asked = this.#waiting;
    this.#waiting = new Map();
    this.#running += 1;
    try {
      const rows = await this.#query([...asked.keys()]);
      for (const [key, waiting] of asked) {
        for (const { resolve } of waiting) resolve(rows.get(key));
      }
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    } finally {
      this.#running -= 1;
      void this.#runNext();
    }
  }
}
