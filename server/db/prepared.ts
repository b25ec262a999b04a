import type { CompiledQuery, Kysely, QueryResult, RawBuilder } from "kysely";
import type { Tables } from "./tables.ts";

const names = new Map<string, string>();

/** Prepares a query once per session; its best plan must not depend on the values. */
export function runPrepared<R>(
  db: Kysely<Tables>,
  query: CompiledQuery<R>,
): Promise<QueryResult<R>> {
  const named = { ...query, statementName: nameOf(query.sql) };
  return db.executeQuery(named);
}

/**
 * The same for a statement of one text, which is compiled once. `template` has each value once, in
 * its order.
 */
export function preparedStatement<Values extends readonly unknown[], Row>(
  template: (...values: Values) => RawBuilder<Row>,
): (db: Kysely<Tables>, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...values) => {
    compiled ??= compiledOnce(db, template(...values), values);
    const { rows } = await runPrepared<Row>(db, { ...compiled, parameters: values });
    return rows;
  };
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
