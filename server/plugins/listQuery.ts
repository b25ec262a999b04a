import { z } from "zod";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Page, totalPages } from "../../domain/paging.ts";

/** How a list is ordered; the resource's id is always the tie-breaker. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

export interface ListQuery<Field extends string> {
  page: number;
  size: number;
  sort: Sort<Field>;
}

const MAX_PAGE = 10_000_000;

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,8}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/**
 * The query of a list (design 3, Lists): zero-based page, size 1 to 100, sort=field,asc|desc, and
 * the resource's filters. Anything unknown or malformed is refused, so that a typing error in a
 * filter never shows everything.
 */
export function listQuerySchema<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(options: {
  sorts: Fields;
  defaultSort: `${Fields[number]},${"asc" | "desc"}`;
  filters: Filters;
}) {
  const sortText = z.templateLiteral([z.enum(options.sorts), ",", z.enum(["asc", "desc"])]);
  return z.strictObject({
    page: whole(0, MAX_PAGE).default(0),
    size: whole(1, MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
    sort: sortText
      .default(options.defaultSort)
      .transform((text): Sort<Fields[number]> => parseSort(options.sorts, text)),
    ...options.filters,
  });
}

function parseSort<Field extends string>(fields: readonly Field[], text: string): Sort<Field> {
  const [name, direction] = text.split(",");
  const field = fields.find((known) => known === name);
  if (field === undefined) throw new Error(`sort field outside its schema: ${text}`);
  return { field, direction: direction === "desc" ? "desc" : "asc" };
}

/** One page as the API answers it. A page past the end is empty, not an error. */
export function pageAnswer<Item>(
  query: ListQuery<string>,
  { content, total }: { content: Item[]; total: number },
): Page<Item> {
  return {
    content,
    page: query.page,
    size: query.size,
    sort: `${query.sort.field},${query.sort.direction}`,
    totalElements: total,
    totalPages: totalPages(total, query.size),
  };
}
