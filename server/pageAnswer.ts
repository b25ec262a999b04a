import type { ListQuery } from "../domain/api/parameters.ts";
import { type Page, totalPages } from "../domain/paging.ts";

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
