import type { GetListParams } from "react-admin";
import { queryString } from "../http/queryString.ts";
import { idField } from "./idFields.ts";

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
