import { finished } from "node:stream";
import { LRUCache } from "lru-cache";
import type { TextAnswer } from "../../../exports/fileAnswer.ts";
import type { Spool } from "../../../exports/spooledFile.ts";

/** The words of an organization in the form of an engine, as they were with a revision. */
export interface WrittenWords {
  revision: number;
  tag: string;
  headers: Record<string, string>;
  spool: Spool;
}

interface Kept extends WrittenWords {
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
  readonly #kept = new LRUCache<string, Kept>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ spool }) => Math.max(1, spool.bytes),
    dispose: drop,
  });
  readonly #writing = new Map<string, Promise<Kept>>();

  /**
   * The words by the key of their scope and engine, written again unless those with the tag are kept.
   * They are never older than the revision that the caller has seen.
   */
  async take(
    key: string,
    seen: Pick<WrittenWords, "tag" | "revision">,
    write: () => Promise<WrittenWords>,
  ): Promise<TextAnswer & { revision: number }> {
    const known = this.#kept.get(key);
    const kept = known?.tag === seen.tag ? known : await this.#written(key, seen, write);
    // Before anything is awaited, so that nobody drops it meanwhile.
    kept.readers += 1;
    if (!kept.isDropped) {
      this.#kept.set(key, kept);
      // One that is too large by itself.
      kept.isDropped = !this.#kept.has(key);
    }
    const text = kept.spool.read();
    finished(text, () => leave(kept));
    return { revision: kept.revision, headers: kept.headers, text };
  }

  /** Drops everything; who reads still reads to the end. */
  close(): void {
    this.#kept.clear();
  }

  async #written(
    key: string,
    { revision }: Pick<WrittenWords, "revision">,
    write: () => Promise<WrittenWords>,
  ): Promise<Kept> {
    for (;;) {
      const joined = this.#writing.get(key);
      if (!joined) return this.#write(key, write);
      const kept = await joined;
      // It may have begun before the change that the caller has seen.
      if (kept.revision >= revision) return kept;
    }
  }

  #write(key: string, write: () => Promise<WrittenWords>): Promise<Kept> {
    const writing = write()
      .then((words): Kept => ({ ...words, readers: 0, isDropped: false }))
      .finally(() => this.#writing.delete(key));
    this.#writing.set(key, writing);
    return writing;
  }
}

function drop(kept: Kept): void {
  kept.isDropped = true;
  if (kept.readers === 0) void kept.spool.discard();
}

function leave(kept: Kept): void {
  kept.readers -= 1;
  if (kept.isDropped && kept.readers === 0) void kept.spool.discard();
}
