import { z } from "zod";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../paging.ts";
import { fieldSentences } from "../problems/sentences.ts";
import "../problems/zodSentences.ts";

/** The order of a list. The resource's id is always the tie-breaker. */
export interface Sort<Field extends string> {
  field: Field;
  direction: "asc" | "desc";
}

/** The parsed query of a list. Filters are added by name. */
export interface ListQuery<Field extends string = string> {
  page: number;
  size: number;
  sort: Sort<Field>;
}

/** The id of a record in a path. Any other text is an unknown record (404). */
export const recordId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .meta({ sentAs: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 } });

export const idParams = z.strictObject({ id: recordId });

/** A user is identified by the Firebase uid, which has at most 128 characters. */
export const userParams = z.strictObject({ id: z.string().min(1).max(128) });

/** The empty body of an action. */
export const noFields = z.strictObject({}).meta({ id: "NoFields" });

/** A whole number from 0 to 999,999,999 in a query string. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, fieldSentences.wholeNumber())
  .transform(Number);

/** Which page of a list, from 0. */
export const pageIndex = wholeNumber.prefault("0").meta({
  description: "Which page, from 0. One past the end is empty.",
  sentAs: { type: "integer", minimum: 0, maximum: 999_999_999, default: 0 },
});

export const pageSize = wholeNumber
  .pipe(z.int().min(1).max(MAX_PAGE_SIZE))
  .prefault(String(DEFAULT_PAGE_SIZE))
  .meta({
    description: "Records of a page.",
    sentAs: { type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  });

/**
 * The query string of a list (docs/product/api.md#lists): page, size, sort by one of `sorts`, and
 * filters. The default is the first of `sorts` in `direction`, which is ascending. Unknown or
 * malformed parameters are an error, so that a typo in a filter never returns everything.
 */
export function listQuery<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>({
  sorts,
  filters,
  direction = "asc",
}: {
  sorts: Fields;
  filters: Filters;
  direction?: Sort<string>["direction"];
}) {
  return z.strictObject({
    ...filters,
    page: pageIndex,
    size: pageSize,
    sort: sortBy(sorts, direction),
  });
}

/** The query string of a CSV file: that of its list without the page. */
export function exportQuery<
  const Fields extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>({ sorts, filters }: { sorts: Fields; filters: Filters }) {
  return z.strictObject({ ...filters, sort: sortBy(sorts) });
}

/** A CSV file: UTF-8 with a byte order mark, lines end in CRLF, headings in Japanese. */
export const csvText = z.string();

/** A text file, in the encoding that its Content-Type names. */
export const fileText = z.string();

function sortBy<const Fields extends readonly [string, ...string[]]>(
  sorts: Fields,
  direction: Sort<string>["direction"] = "asc",
) {
  return z
    .enum(sorts.flatMap((field) => [`${field},asc`, `${field},desc`]))
    .transform((text) => parsedSort(sorts, text))
    .prefault(`${sorts[0]},${direction}`)
    .meta({ description: "Field and direction. The id breaks ties." });
}

function parsedSort<const Fields extends readonly [string, ...string[]]>(
  sorts: Fields,
  text: string,
): Sort<Fields[number]> {
  const [name, direction] = text.split(",");
  const field: Fields[number] = sorts.find((known) => known === name) ?? sorts[0];
  return { field, direction: direction === "desc" ? "desc" : "asc" };
}
