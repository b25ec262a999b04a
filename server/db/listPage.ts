import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListQuery } from "../../domain/api/parameters.ts";
import { readingOrder } from "../../domain/entries/fold.ts";
import { searchKeys } from "../../domain/text/searchKey.ts";
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

/** Up to so many rows the index is faster than a scan. */
export const FEW = 3_000;

export type SearchedColumn =
  | "o.search_key"
  | "u.search_key"
  | "c.search_key"
  | "a.admin_key"
  | "w.name_key"
  | "d.search_key"
  | "e.surface_key"
  | "e.reading_key"
  | "k.name_key"
  | "e.search_key"
  | "n.search_key";

/** Whether a key column contains a search key; LIKE is a quarter faster than strpos. */
export function contains(column: SearchedColumn, key: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} like ${`%${key.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
}

/** Greater than any character of a key: behind all keys that begin with what it follows. */
export const LAST = "\u{10ffff}";

/** The parts of a key by which the indexes find it: its pairs of characters, or the only one. */
export function gramsOf(key: string): string[] {
  const characters = Array.from(key);
  if (characters.length === 1) return [key];
  const pairs = characters.slice(1).map((character, n) => `${characters[n]}${character}`);
  return [...new Set(pairs)];
}

export function idsContaining<Id>(
  table: "users" | "contracts" | "organizations",
  key: string,
  most: number,
  grams = gramsOf(key),
): RawBuilder<Id[]> {
  return sql`${sql.ref(`${table}_containing`)}(${key}, ${grams}::text[], ${most})`;
}

type Reading = string | null | undefined;

export function organizationNameColumns(name: string, kana: Reading) {
  return {
    organization_name: name,
    organization_name_kana: kana ?? null,
    name_key: searchKeys(name, kana),
    reading_order: readingOrder(kana, name),
  };
}

export function userNameColumns(name: string, kana: Reading, email: string) {
  return {
    user_name: name,
    user_name_kana: kana ?? null,
    search_key: searchKeys(name, kana, email),
    reading_order: readingOrder(kana, name),
  };
}

export function adminNameColumns(name: string, kana: Reading) {
  return {
    admin_name: name,
    admin_name_kana: kana ?? null,
    admin_key: searchKeys(name, kana),
  };
}

/** The column of a field: `max_transcript_count` of `maxTranscriptCount`. */
export type ColumnOf<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnOf<Rest>}`
  : Field;

function columnOf<Field extends string>(field: Field): ColumnOf<Field> {
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return column as ColumnOf<Field>;
}

/** Fields that columns of their names hold as they are. */
export function fieldColumns<Field extends string>(fields: readonly Field[]) {
  const pairs = fields.map((field) => [field, columnOf(field)] as const);
  return {
    columns: pairs.map(([, column]) => column),
    read<Row extends Readonly<Record<ColumnOf<Field>, unknown>>>(row: Row) {
      const read: Partial<Record<Field, unknown>> = {};
      for (const [field, column] of pairs) read[field] = row[column];
      return read as { [Each in Field]: Row[ColumnOf<Each>] };
    },
    write<Fields extends Readonly<Record<Field, unknown>>>(record: Fields) {
      return Object.fromEntries(pairs.map(([field, column]) => [column, record[field]])) as {
        [Each in Field as ColumnOf<Each>]: Fields[Each];
      };
    },
  };
}
