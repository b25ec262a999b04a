import { AsyncResource } from "node:async_hooks";
import {
  CompiledQuery,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type Transaction,
} from "kysely";
import type { RunStatement } from "./dialect.ts";
import type { Tables } from "./tables.ts";

type Value = string | number | Date | null;

/**
 * Runs a statement with a list of rows: `textOf` puts `($1::bigint, $2::text), ($3, $4) …` where it
 * belongs, and `types` are those of the columns. For statements of a thousand rows, which Kysely takes
 * longer to put together than PostgreSQL to run. A database that is distributed by organization can
 * divide such a list, and no array.
 */
export async function runWithValues<Row>(
  trx: Transaction<Tables>,
  types: readonly string[],
  rows: readonly (readonly Value[])[],
  textOf: (values: string) => string,
): Promise<Row[]> {
  const parameters: Value[] = [];
  const lists = rows.map((row, place) => {
    const items = row.map((value, column) => {
      parameters.push(value);
      // The first row gives the list its types.
      return place === 0 ? `$${parameters.length}::${types[column]}` : `$${parameters.length}`;
    });
    return `(${items.join(", ")})`;
  });
  const query = CompiledQuery.raw(textOf(lists.join(", ")), parameters);
  const result = await trx.executeQuery<Row>(query);
  return result.rows;
}

/** How to run statements on a pool past Kysely; a transaction runs its own. */
const direct = new WeakMap<Kysely<Tables>, RunStatement>();

export function runDirectly(db: Kysely<Tables>, run: RunStatement): void {
  direct.set(db, run);
}

const names = new Map<string, string>();

/** Prepares a query once per session; its best plan must not depend on the values. */
export function runPrepared<R>(
  db: Kysely<Tables>,
  query: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  return run(db, query, nameOf(query.sql));
}

/**
 * The same for a statement of one text, which is compiled once. `template` has each value once, in
 * its order.
 */
export function preparedStatement<Values extends readonly unknown[], Row>(
  template: (...values: Values) => RawBuilder<Row>,
): (db: Kysely<Tables>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  let statementName = "";
  return async (db, ...values) => {
    if (!compiled) {
      compiled = compiledOnce(db, template(...values), values);
      statementName = nameOf(compiled.sql);
    }
    const { rows } = await run<Row>(db, compiled, statementName, values);
    return rows;
  };
}

function run<R>(
  db: Kysely<Tables>,
  query: CompiledQuery<R>,
  statementName: string,
  parameters = query.parameters,
): Promise<QueryResult<R>> {
  const runOnPool = direct.get(db);
  if (runOnPool) return runOnPool<R>({ sql: query.sql, parameters, statementName });
  const named = { ...query, parameters, statementName };
  return db.executeQuery<R>(named);
}

function compiledOnce<Row>(
  db: Kysely<Tables>,
  statement: RawBuilder<Row>,
  values: readonly unknown[],
): CompiledQuery<Row> {
  const compiled = statement.compile(db);
  const { parameters } = compiled;
  if (parameters.length !== values.length || parameters.some((one, at) => one !== values[at])) {
    throw new Error(`not each value once, in its order: ${compiled.sql}`);
  }
  return compiled;
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}

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
