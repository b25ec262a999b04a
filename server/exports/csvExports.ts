import { Readable } from "node:stream";
import type { Database } from "../db/client.ts";
import { openSnapshot, type Prepare, type Snapshot } from "../db/snapshot.ts";
import { type CsvColumn, CsvFile, csvHead, csvRecords, type FileTitle } from "./csvFile.ts";

interface CsvSource {
  /** The next part of the file; undefined after the last one. */
  next(): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * A CSV file, read as fast as the client takes it. If it ends early, the connection breaks, so that
 * the part is not taken for the whole file.
 */
class CsvStream extends Readable {
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

/** Reading and writing so many rows takes about 10 ms, during which no other request runs. */
const ROWS_AT_ONCE = 200;

interface CsvRequest<Row, Item> extends FileTitle {
  columns: readonly CsvColumn<Item>[];
  prepare: Prepare<Row>;
  present: (row: Row) => Item;
}

export class CsvExports {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The first rows are read before the answer begins, so that an early error is a problem. */
  async open<Row, Item>(request: CsvRequest<Row, Item>): Promise<CsvFile> {
    const { columns, prepare, present, title, asciiTitle, day } = request;
    const { engine, snapshots } = this.#database;
    const readFrom = (await this.#database.replica()) ?? snapshots;
    const snapshot = closedOnce(await openSnapshot({ engine, snapshots: readFrom }, prepare));
    try {
      const first = await snapshot.next(ROWS_AT_ONCE);
      const records = (rows: Row[]) => csvRecords(columns, rows.map(present));
      const parts = partsOf(csvHead(columns), first, snapshot, records);
      return new CsvFile({ title, asciiTitle, day }, snapshot.total, new CsvStream(parts));
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }
}

function closedOnce<Row>(snapshot: Snapshot<Row>): Snapshot<Row> {
  let closing: Promise<void> | undefined;
  return {
    ...snapshot,
    close: () => {
      closing ??= snapshot.close();
      return closing;
    },
  };
}

function partsOf<Row>(
  head: string,
  first: Row[],
  snapshot: Snapshot<Row>,
  records: (rows: Row[]) => string,
): CsvSource {
  let begun = false;
  let ended = first.length < ROWS_AT_ONCE;
  return {
    next: async () => {
      if (!begun) {
        begun = true;
        return head + records(first);
      }
      if (ended) return undefined;
      const rows = await snapshot.next(ROWS_AT_ONCE);
      ended = rows.length < ROWS_AT_ONCE;
      return rows.length > 0 ? records(rows) : undefined;
    },
    close: () => snapshot.close(),
  };
}
