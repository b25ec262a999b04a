import type { ListQuery } from "../domain/api/parameters.ts";
import { type Page, totalPages } from "../domain/paging.ts";

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
