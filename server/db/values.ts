import { CompiledQuery, type Transaction } from "kysely";
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
