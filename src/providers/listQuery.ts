import type { GetListParams } from "react-admin";
import { idField } from "./idFields.ts";
import { queryString } from "./queryString.ts";

/** The query of a list (design 3): zero-based page, size, sort=field,asc, and the filters. */
export function listQuery(resource: string, params: GetListParams): string {
  const { page, perPage } = params.pagination ?? { page: 1, perPage: 10 };
  const { field, order } = params.sort ?? { field: "id", order: "ASC" };
  const sortField = field === "id" ? idField(resource) : field;
  return queryString({
    page: page - 1,
    size: perPage,
    sort: `${sortField},${order === "DESC" ? "desc" : "asc"}`,
    ...params.filter,
  });
}
