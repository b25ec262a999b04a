import { finished } from "node:stream";
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
 * A caller that asks while they are written waits for them. The least recently used go first.
 */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #writing = new Map<string, Promise<Kept>>();

  /**
   * The words by the key of their scope and engine, written anew unless those with the tag are kept.
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
    this.#keep(key, kept);
    const text = kept.spool.read();
    finished(text, () => this.#leave(kept));
    return { revision: kept.revision, headers: kept.headers, text };
  }

  /** Drops everything; who reads still reads to the end. */
  close(): void {
    for (const key of [...this.#kept.keys()]) this.#drop(key);
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

  /** Makes it the one that was used last. */
  #keep(key: string, kept: Kept): void {
    if (kept.isDropped) return;
    if (this.#kept.get(key) !== kept) this.#drop(key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (oldest === key || !this.#isFull()) break;
      this.#drop(oldest);
    }
  }

  #isFull(): boolean {
    const bytes = [...this.#kept.values()].reduce((sum, { spool }) => sum + spool.bytes, 0);
    return this.#kept.size > MOST_KEPT || bytes > MOST_BYTES;
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    kept.isDropped = true;
    if (kept.readers === 0) void kept.spool.discard();
  }

  #leave(kept: Kept): void {
    kept.readers -= 1;
    if (kept.isDropped && kept.readers === 0) void kept.spool.discard();
  }
}
