import { z } from "zod";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page, totalPages } from "../../domain/paging.ts";
import { fieldSentences } from "../../domain/sentences.ts";

/** How a list is ordered; the resource's id is always the tie-breaker. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

/** What every list query has once it is parsed; filters stand beside it by name. */
export interface ListQuery<Field extends string = string> {
  page: number;
  size: number;
  sort: Sort<Field>;
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, fieldSentences.wholeNumber)
  .transform(Number);

/**
 * The query string of a list (design 3, Lists): page, size, sort by one of `sorts`, and the
 * filters. The first of `sorts` is the default, ascending. Anything unknown or malformed is
 * refused, so that a typing error in a filter never shows everything.
 */
export function listQuerySchema<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>({ sorts, filters }: { sorts: Fields; filters: Filters }) {
  return z.strictObject({
    ...filters,
    page: wholeNumber.prefault("0"),
    size: wholeNumber.pipe(z.int().min(1).max(MAX_PAGE_SIZE)).prefault(String(DEFAULT_PAGE_SIZE)),
    sort: z
      .enum(sorts.flatMap((field) => [`${field},asc`, `${field},desc`]))
      .transform((text) => parsedSort(sorts, text))
      .prefault(`${sorts[0]},asc`),
  });
}

/** A page as the API answers it, from what the query found. A page past the end is empty. */
export function pageAnswer<Item>(
  { page, size, sort }: ListQuery,
  { content, total }: { content: Item[]; total: number },
): Page<Item> {
  return {
    content,
    page,
    size,
    sort: `${sort.field},${sort.direction}`,
    totalElements: total,
    totalPages: totalPages(total, size),
  };
}

function parsedSort<const Fields extends readonly [string, ...string[]]>(
  sorts: Fields,
  text: string,
): Sort<Fields[number]> {
  const [name, direction] = text.split(",");
  const field: Fields[number] = sorts.find((known) => known === name) ?? sorts[0];
  return { field, direction: direction === "desc" ? "desc" : "asc" };
}
