import { listQuery } from "../data/listQuery.ts";
import { listSorts, ROWS_PER_PAGE } from "../data/listSorts.ts";
import { apiBase, isAdminPath } from "../http/area.ts";

type Listed = keyof typeof listSorts;

/** The URLs that a page reads first: who is signed in and, if it is a list, its rows. */
export function firstReads({ pathname, search }: Pick<Location, "pathname" | "search">): string[] {
  const base = apiBase(pathname);
  const me = isAdminPath(pathname) ? "/me" : "/users/me";
  const resource = listedAt(pathname);
  const rows = resource ? [`/${resource}?${rowsQuery(resource, search)}`] : [];
  return [me, ...rows].map((path) => base + path);
}

/** The resource whose list is at a path. */
function listedAt(pathname: string): Listed | undefined {
  const path = isAdminPath(pathname) ? pathname.slice("/admin".length) : pathname;
  const name = path.replace(/^\/|\/$/g, "");
  return isListed(name) ? name : undefined;
}

const isListed = (name: string): name is Listed => Object.hasOwn(listSorts, name);

/** The query of the rows with the conditions in the address, as react-admin reads them. */
function rowsQuery(resource: Listed, search: string): string {
  const written = new URLSearchParams(search);
  const sort = written.get("sort");
  return listQuery(resource, {
    pagination: {
      page: Number(written.get("page") ?? 1),
      perPage: Number(written.get("perPage") ?? ROWS_PER_PAGE),
    },
    sort: sort
      ? { field: sort, order: written.get("order") === "DESC" ? "DESC" : "ASC" }
      : listSorts[resource],
    filter: parsed(written.get("filter")),
  });
}

function parsed(filter: string | null): unknown {
  try {
    return filter === null ? {} : JSON.parse(filter);
  } catch {
    return {};
  }
}
