import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ListQuery } from "../../domain/api/parameters.ts";
import type { Tables } from "./tables.ts";

type Direction = ListQuery["sort"]["direction"];

/** `order by` these columns, all in one direction; the last one is the id, so that the order is one. */
export function orderBy(direction: Direction, ...columns: RawBuilder<unknown>[]) {
  const way = direction === "asc" ? sql`asc` : sql`desc`;
  return sql`order by ${sql.join(columns.map((column) => sql`${column} ${way}`))}`;
}

export function limitTo({ page, size }: Pick<ListQuery, "page" | "size">) {
  return sql`limit ${size} offset ${page * size}`;
}

/** Reads a page of a list, and meanwhile counts its rows: `listed` is from where, with conditions. */
export async function readPage<Row>(
  db: Kysely<Tables>,
  page: RawBuilder<Row>,
  listed: RawBuilder<unknown>,
): Promise<{ rows: Row[]; total: number }> {
  const [{ rows }, counted] = await Promise.all([
    page.execute(db),
    sql<{ total: number }>`select count(*) as total ${listed}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
