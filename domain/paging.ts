import { z } from "zod";
import "./problems/zodSentences.ts";

export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;

/** A page of a list (docs/product/api.md#lists). The page index is zero-based. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  const page = z.object({
    content: z.array(item),
    page: z.int(),
    size: z.int(),
    sort: z.string(),
    totalElements: z.int(),
    totalPages: z.int(),
  });
  const id = item.meta()?.id;
  return id === undefined ? page : page.meta({ id: `${id}Page` });
}

export interface Page<Item> {
  content: Item[];
  page: number;
  size: number;
  sort: string;
  totalElements: number;
  totalPages: number;
}

export function totalPages(totalElements: number, size: number): number {
  return Math.ceil(totalElements / size);
}
