import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  type RaRecord,
  useListContext,
  useLocation,
  useNavigate,
  useNotify,
  useResourceContext,
  useStore,
} from "react-admin";
import { withWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { openingOf } from "../../providers/start/openings.ts";
import { type Column, type NamedColumn, namingSource } from "./column.ts";

/**
 * How the list opens. react-admin would open a bare address with the conditions of before, which it
 * keeps under `storeKey`; the default view goes before them.
 */
export function useOpening(resource?: string) {
  const list = useResourceContext(resource ? { resource } : {}) ?? "";
  const { search } = useLocation();
  const notify = useNotify();
  const { lists } = useUserProfile();
  const { perPage, sort, filter, view } = openingOf(lists, list, !withWorkspace(search, null));
  const [, showColumns] = useTabColumns(list);
  const partial = view?.dropped.length ? view.viewName : undefined;

  useEffect(() => {
    if (partial === undefined) return;
    const tell = async () => {
      const { views } = await import("../../i18n/ja/views.ts");
      notify(views.dropped(partial), { type: "warning" });
    };
    tell().catch(() => {});
  }, [partial, notify]);

  // The address does not hold the columns.
  useEffect(() => {
    if (view) showColumns(view.conditions.columns);
  }, [view, showColumns]);

  return {
    perPage,
    ...(sort ? { sort } : {}),
    ...(filter ? ({ filterDefaultValues: filter, storeKey: false } as const) : {}),
  };
}

/**
 * To react-admin an address without conditions means the last conditions, so the browser's back
 * button would go from page 2 to page 2. This always writes the conditions into the address.
 */
export function useWrittenConditions() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { page, perPage, sort, filterValues } = useListContext();
  useEffect(() => {
    if (withWorkspace(search, null)) return;
    const conditions = new URLSearchParams({
      filter: JSON.stringify(filterValues),
      order: sort.order,
      page: String(page),
      perPage: String(perPage),
      sort: sort.field,
    });
    navigate({ search: `?${conditions}` }, { replace: true, state });
  }, [navigate, search, state, page, perPage, sort, filterValues]);
}

type Sources = readonly string[];

/** The columns that the surrounding list page shows; null if nobody has chosen any. */
export const ShownColumns = createContext<Sources | null>(null);

/** The columns that a tab shows of a list since they were chosen, or came with a view. */
export function useTabColumns(list: string) {
  return useStore<Sources | undefined>(`${list}.columns`);
}

/** The columns of the tab, else those that the person chose (docs/product/views.md#columns). */
export function useChosenColumns(list: string): Sources | null {
  const { lists } = useUserProfile();
  const [ofTab] = useTabColumns(list);
  return ofTab ?? lists?.find((each) => each.list === list)?.columns ?? null;
}

/** Without the columns that are not shown. Cards of phones have all. */
export function useShownColumns<Row extends RaRecord>(
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const chosen = useContext(ShownColumns);
  const isWide = useSyncExternalStore(onWidth, () => wide?.matches ?? true);
  return useMemo(
    () => (chosen && isWide ? shownOf(columns, chosen) : columns),
    [columns, chosen, isWide],
  );
}

/** The chosen columns in the order of the list, always with the one that names the record. */
export function shownOf<Shown extends NamedColumn>(
  columns: readonly Shown[],
  chosen: Sources,
): readonly Shown[] {
  const key = namingSource(columns);
  return columns.filter(({ source }) => source === key || chosen.includes(source));
}

const wide = globalThis.matchMedia?.("(min-width: 720.02px)");

function onWidth(listener: () => void): () => void {
  wide?.addEventListener("change", listener);
  return () => wide?.removeEventListener("change", listener);
}
