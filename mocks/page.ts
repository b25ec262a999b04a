import { HttpResponse } from "msw";
import { z } from "zod";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, totalPages } from "../domain/paging.ts";
import { searchKey } from "../domain/searchKey.ts";

const wholeNumber = z.string().regex(/^\d+$/).transform(Number);

/** The query string of a list (design 3, Lists); the first sort is the default. */
export function listQuery<Filters extends z.ZodRawShape>(
  sorts: readonly [string, ...string[]],
  filters: Filters,
) {
  return z.strictObject({
    ...filters,
    page: wholeNumber.prefault("0"),
    size: wholeNumber.pipe(z.int().min(1).max(MAX_PAGE_SIZE)).prefault(String(DEFAULT_PAGE_SIZE)),
    sort: z
      .enum(sorts.flatMap((field) => [`${field},asc`, `${field},desc`]))
      .prefault(`${sorts[0]},asc`),
  });
}

interface Listed {
  page: number;
  size: number;
  sort: string;
}

/**
 * A page of records. They sort by the field of that name, or by what `keys` says instead, and
 * among equals by `idOf`, in the same direction.
 */
export function pageAnswer<Item extends object>(
  items: readonly Item[],
  { page, size, sort }: Listed,
  idOf: (item: Item) => number | string,
  keys: Readonly<Record<string, (item: Item) => number | string>> = {},
): Response {
  const [field = "", direction] = sort.split(",");
  const keyOf = keys[field] ?? ((item: Item) => sortable(Reflect.get(item, field)));
  const sign = direction === "desc" ? -1 : 1;
  const sorted = items.toSorted(
    (a, b) => sign * (compared(keyOf(a), keyOf(b)) || compared(idOf(a), idOf(b))),
  );
  return HttpResponse.json({
    content: sorted.slice(page * size, (page + 1) * size),
    page,
    size,
    sort,
    totalElements: items.length,
    totalPages: totalPages(items.length, size),
  });
}

/** Whether one of some texts contains what was typed, as the API searches (design 5, Search). */
export function matches(typed: string | undefined, ...texts: string[]): boolean {
  const key = searchKey(typed ?? "");
  return texts.some((text) => searchKey(text).includes(key));
}

function sortable(value: unknown): number | string {
  return typeof value === "number" ? value : String(value);
}

function compared<Key extends number | string>(a: Key, b: Key): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
