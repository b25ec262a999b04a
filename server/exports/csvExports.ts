import type { Database } from "../db/client.ts";
import { openSnapshot, type Prepare, type Snapshot } from "../db/snapshot.ts";
import { CsvFile, type FileTitle } from "./csvFile.ts";
import { type CsvSource, CsvStream } from "./csvStream.ts";
import { type CsvColumn, csvHead, csvRecords } from "./csvText.ts";
import { Slots } from "./slots.ts";

/** Few of the pool's ten connections: lists and forms need the others. */
const AT_ONCE = 3;
/** Below the time limit of a request (plugins/timeLimit.ts). */
const WAIT_MS = 10_000;
/** Reading and writing so many rows takes about 10 ms, during which no other request runs. */
const ROWS_AT_ONCE = 200;

interface CsvRequest<Row, Item> extends FileTitle {
  columns: readonly CsvColumn<Item>[];
  prepare: Prepare<Row>;
  present: (row: Row) => Item;
}

export interface ExportLimits {
  waitMs?: number;
  stalledMs?: number;
}

/** Opens CSV files over snapshots of the database, a few at once. */
export class CsvExports {
  readonly #database: Database;
  readonly #slots: Slots;
  readonly #limits: ExportLimits;

  constructor(database: Database, limits: ExportLimits = {}) {
    this.#database = database;
    this.#limits = limits;
    this.#slots = new Slots(AT_ONCE, limits.waitMs ?? WAIT_MS);
  }

  /** The first rows are read before the answer begins, so that an early error is a problem. */
  async open<Row, Item>(request: CsvRequest<Row, Item>): Promise<CsvFile> {
    const { columns, prepare, present, title, asciiTitle, day } = request;
    const snapshot = await this.#openSnapshot(prepare);
    try {
      const first = await snapshot.next(ROWS_AT_ONCE);
      const records = (rows: Row[]) => csvRecords(columns, rows.map(present));
      const parts = partsOf(csvHead(columns), first, snapshot, records);
      const stream = new CsvStream(parts, this.#limits.stalledMs);
      return new CsvFile({ title, asciiTitle, day }, snapshot.total, stream);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  async #openSnapshot<Row>(prepare: Prepare<Row>): Promise<Snapshot<Row>> {
    await this.#slots.take();
    try {
      const snapshot = await openSnapshot(this.#database, prepare);
      let closing: Promise<void> | undefined;
      const close = () => snapshot.close().finally(() => this.#slots.release());
      return {
        ...snapshot,
        close: () => {
          closing ??= close();
          return closing;
        },
      };
    } catch (error) {
      this.#slots.release();
      throw error;
    }
  }
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
