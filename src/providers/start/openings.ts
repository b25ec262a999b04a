import type { ListSettings } from "../../../domain/views/schemas.ts";
import { ROWS_PER_PAGE } from "../data/listSorts.ts";
import { apiBase } from "../http/area.ts";

/**
 * How a list opens for a person: a bare address with the conditions of the default view, any with the
 * number of rows that the person chose (docs/product/views.md#opening).
 */
export function openingOf(
  lists: readonly ListSettings[] | undefined,
  list: string,
  isBare: boolean,
) {
  const own = lists?.find((each) => each.list === list);
  const view = isBare ? own?.view : null;
  const [field, direction] = view?.conditions.sort?.split(",") ?? [];
  return {
    perPage: view?.conditions.size ?? own?.size ?? ROWS_PER_PAGE,
    sort: field ? ({ field, order: direction === "desc" ? "DESC" : "ASC" } as const) : undefined,
    filter: view?.conditions.filters,
    view,
  };
}

const KEY = "ki.lists";

/** Kept on the device until the sign-out, so that the next page asks for the right rows at once. */
export function rememberLists(lists: ListSettings[] | undefined): void {
  try {
    const base = apiBase(window.location.pathname);
    if (lists) window.localStorage.setItem(KEY, JSON.stringify({ base, lists }));
    else window.localStorage.removeItem(KEY);
  } catch {
    // The list is asked for later, after the profile.
  }
}

/** Undefined if nobody is signed in to this area on the device, as far as it knows. */
export function rememberedLists(base: string): ListSettings[] | undefined {
  try {
    const stored = JSON.parse(window.localStorage.getItem(KEY) ?? "{}");
    return stored.base === base ? stored.lists : undefined;
  } catch {
    return undefined;
  }
}
