import { Readable } from "node:stream";

/** The reader must ask for more within this time; otherwise it is cut off. */
const STALLED_MS = 60_000;

export interface CsvSource {
  /** The next part of the file; undefined after the last one. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * A CSV file, read as fast as the client takes it. If an error or a stalled client ends it early,
 * the connection breaks, so that nobody takes the part for the whole file.
 */
export class CsvStream extends Readable {
  readonly #source: CsvSource;
  readonly #stalledMs: number;
  #stalled: NodeJS.Timeout | undefined;

  constructor(source: CsvSource, stalledMs = STALLED_MS) {
    super();
    this.#source = source;
    this.#stalledMs = stalledMs;
    this.#waitForReader();
  }

  override _read(): void {
    clearTimeout(this.#stalled);
    this.#pushNext().catch((error: Error) => this.destroy(error));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#stalled);
    this.#source.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    );
  }

  async #pushNext(): Promise<void> {
    const part = await this.#source.next();
    if (this.destroyed) return;
    this.#waitForReader();
    this.push(part ?? null);
    if (part === undefined) await this.#source.close();
  }

  #waitForReader(): void {
    this.#stalled = setTimeout(() => this.destroy(), this.#stalledMs).unref();
  }
}
