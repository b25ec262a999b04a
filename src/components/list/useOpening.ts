import { useEffect } from "react";
import { useLocation, useNotify, useResourceContext } from "react-admin";
import { withWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { openingOf } from "../../providers/start/openings.ts";
import { useTabColumns } from "./shownColumns.ts";

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
