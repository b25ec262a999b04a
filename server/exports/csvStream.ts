import { Readable } from "node:stream";

export interface CsvSource {
  /** The next part of the file; undefined after the last one. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * A CSV file, read as fast as the client takes it. If it ends early, the connection breaks, so that
 * the part is not taken for the whole file.
 */
export class CsvStream extends Readable {
  readonly #source: CsvSource;

  constructor(source: CsvSource) {
    super();
    this.#source = source;
  }

  override _read(): void {
    this.#pushNext().catch((error: Error) => this.destroy(error));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#source.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    );
  }

  async #pushNext(): Promise<void> {
    const part = await this.#source.next();
    if (this.destroyed) return;
    this.push(part ?? null);
    if (part === undefined) await this.#source.close();
  }
}
