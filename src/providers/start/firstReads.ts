import type { ListSettings } from "../../../domain/views/schemas.ts";
import { listQuery, queryString } from "../data/listQuery.ts";
import { listSorts } from "../data/listSorts.ts";
import { apiBase, isAdminPath } from "../http/area.ts";
import { openingOf, rememberedLists } from "./openings.ts";

type Listed = keyof typeof listSorts;

/**
 * The URLs that a page reads first: who is signed in and, if it is a list, its rows. Where nobody seems to
 * be signed in, the rows would be refused.
 */
export function firstReads({ pathname, search }: Pick<Location, "pathname" | "search">): string[] {
  const base = apiBase(pathname);
  const me = isAdminPath(pathname) ? "/me" : "/users/me";
  const resource = listedAt(pathname);
  const lists = rememberedLists(base);
  const query = resource && lists ? rowsQuery(resource, search, lists) : "";
  const rows = resource && lists ? [`/${resource}${query && `?${query}`}`] : [];
  return [me, ...rows].map((path) => base + path);
}

/** The resource whose list is at a path. */
function listedAt(pathname: string): Listed | undefined {
  const path = isAdminPath(pathname) ? pathname.slice("/admin".length) : pathname;
  const name = path.replace(/^\/|\/$/g, "");
  return isListed(name) ? name : undefined;
}

const isListed = (name: string): name is Listed => Object.hasOwn(listSorts, name);

const CONDITIONS = ["filter", "order", "page", "perPage", "sort"];

/** The query of the rows with the conditions in the address, as react-admin reads them. */
function rowsQuery(resource: Listed, search: string, lists: readonly ListSettings[]): string {
  const written = new URLSearchParams(search);
  const isBare = !CONDITIONS.some((name) => written.has(name));
  const opening = openingOf(lists, resource, isBare);
  const filter = opening.filter ?? parsed(written.get("filter"));
  // The log is read by cursor, in its one order.
  if (resource === "audit-events") return queryString(Object(filter));
  const sort = written.get("sort");
  return listQuery(resource, {
    pagination: {
      page: Number(written.get("page") ?? 1),
      perPage: Number(written.get("perPage") ?? opening.perPage),
    },
    sort: sort
      ? { field: sort, order: written.get("order") === "DESC" ? "DESC" : "ASC" }
      : (opening.sort ?? listSorts[resource]),
    filter,
  });
}

function parsed(filter: string | null): unknown {
  try {
    return filter === null ? {} : JSON.parse(filter);
  } catch {
    return {};
  }
}
