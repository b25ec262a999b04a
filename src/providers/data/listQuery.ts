import type { GetListParams } from "react-admin";

/**
 * The query of a list (docs/product/api.md#lists): zero-based page, size, sort=field,asc, and the
 * filters.
 */
export function listQuery(resource: string, params: GetListParams): string {
  const { page, perPage } = params.pagination ?? { page: 1, perPage: 10 };
  return queryString({ page: page - 1, size: perPage, ...selection(resource, params) });
}

/** The query of all records of a list; without a sort that of a file that has one order. */
export function exportQuery(resource: string, params: Selection): string {
  return queryString(params.sort ? selection(resource, params) : params.filter);
}

export type Selection = Pick<GetListParams, "filter" | "sort">;

function selection(resource: string, { sort, filter }: Selection) {
  const { field, order } = sort ?? { field: "id", order: "ASC" };
  const sortField = field === "id" ? idField(resource) : field;
  return { sort: `${sortField},${order === "DESC" ? "desc" : "asc"}`, ...filter };
}

/** Builds a query string: empty values are omitted, lists are joined by commas. */
export function queryString(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "").trim();
    if (text !== "") query.set(name, text);
  }
  return query.toString();
}

/** The rows of an import have numbers. */
const OTHERS: Readonly<Record<string, string>> = { rows: "rowNo" };

/**
 * The id field of a resource: `dictionaryId` of dictionaries, `serviceKeyId` of service-keys (spec
 * 3), `ledgerId` of contracts/1/ledger. react-admin calls it `id`.
 */
export function idField(resource: string): string {
  const own = resource.slice(resource.lastIndexOf("/") + 1);
  const other = OTHERS[own];
  if (other) return other;
  const singular = own.replace(/ies$/, "y").replace(/s$/, "");
  return `${singular.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
}

/** The record with its id as `id`, as react-admin needs it. */
export function withId<Item extends Record<string, unknown>>(resource: string, item: Item) {
  return { ...item, id: item[idField(resource)] };
}
