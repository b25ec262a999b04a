import { finished } from "node:stream";
import { LRUCache } from "lru-cache";
import type { TextAnswer } from "../../../exports/csvFile.ts";
import type { Spool } from "../../../exports/spooledFile.ts";

/** The words of an organization in the form of an engine, as they were with a revision. */
export interface WrittenWords {
  revision: number;
  tag: string;
  headers: Record<string, string>;
  spool: Spool;
}

interface StoredAnswer extends WrittenWords {
  readers: number;
  isDropped: boolean;
}

const MOST_KEPT = 100;
/** In temporary files; what is small is in memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Keeps what was written for engines until it changes: engines fetch the same words again and again,
 * and writing 10,000 of them costs hundreds of times as much as a read by key (bench/vocabulary.ts).
 * A caller that asks while they are written waits for them.
 */
export class StoredAnswers {
  readonly #stored = new LRUCache<string, StoredAnswer>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ spool }) => Math.max(1, spool.bytes),
    dispose: drop,
  });
  readonly #writing = new Map<string, Promise<StoredAnswer>>();

  /**
   * The words by the key of their scope and engine, written again unless those with the tag are kept.
   * They are never older than the revision that the caller has seen.
   */
  async take(
    key: string,
    seen: Pick<WrittenWords, "tag" | "revision">,
    write: () => Promise<WrittenWords>,
  ): Promise<TextAnswer & { revision: number }> {
    const known = this.#stored.get(key);
    const stored = known?.tag === seen.tag ? known : await this.#written(key, seen, write);
    // Before anything is awaited, so that nobody drops it meanwhile.
    stored.readers += 1;
    if (!stored.isDropped) {
      this.#stored.set(key, stored);
      // One that is too large by itself.
      stored.isDropped = !this.#stored.has(key);
    }
    const text = stored.spool.read();
    finished(text, () => leave(stored));
    return { revision: stored.revision, headers: stored.headers, text };
  }

  /** Drops everything; a reader still reads to the end. */
  close(): void {
    this.#stored.clear();
  }

  async #written(
    key: string,
    { revision }: Pick<WrittenWords, "revision">,
    write: () => Promise<WrittenWords>,
  ): Promise<StoredAnswer> {
    for (;;) {
      const joined = this.#writing.get(key);
      if (!joined) return this.#write(key, write);
      const stored = await joined;
      // It may have begun before the change that the caller has seen.
      if (stored.revision >= revision) return stored;
    }
  }

  #write(key: string, write: () => Promise<WrittenWords>): Promise<StoredAnswer> {
    const writing = write()
      .then((words): StoredAnswer => ({ ...words, readers: 0, isDropped: false }))
      .finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
    return writing;
  }
}

function drop(stored: StoredAnswer): void {
  stored.isDropped = true;
  if (stored.readers === 0) void stored.spool.discard();
}

function leave(stored: StoredAnswer): void {
  stored.readers -= 1;
  if (stored.isDropped && stored.readers === 0) void stored.spool.discard();
}
