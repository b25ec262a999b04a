import { AsyncResource } from "node:async_hooks";

interface Waiting<Row> {
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/**
 * Batches lookups by key: one query at a time, for all keys that were asked for meanwhile or in the
 * same turn of the event loop. A row is never older than its request.
 */
export class Lookups<Key, Row> {
  readonly #query: (keys: Key[]) => Promise<ReadonlyMap<Key, Row>>;
  #waiting = new Map<Key, Waiting<Row>[]>();
  #isAsking = false;

  constructor(query: (keys: Key[]) => Promise<ReadonlyMap<Key, Row>>) {
    this.#query = query;
  }

  find(key: Key): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      // Otherwise a turn or a query is already on its way that takes it along.
      if (this.#waiting.size === 0) setImmediate(() => void this.#askNext());
      const others = this.#waiting.get(key);
      if (others) others.push({ resolve, reject });
      else this.#waiting.set(key, [{ resolve, reject }]);
    });
  }

  /** In no request, since a batch is for many: it is the work of none of them. */
  readonly #askNext = AsyncResource.bind(async (): Promise<void> => {
    if (this.#isAsking || this.#waiting.size === 0) return;
    const asked = this.#waiting;
    this.#waiting = new Map();
    this.#isAsking = true;
    try {
      const rows = await this.#query([...asked.keys()]);
      for (const [key, waiting] of asked) {
        for (const { resolve } of waiting) resolve(rows.get(key));
      }
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    } finally {
      this.#isAsking = false;
      void this.#askNext();
    }
  });
}
