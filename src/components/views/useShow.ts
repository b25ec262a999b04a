import { useNavigate, useNotify } from "react-admin";
import type { ViewedList } from "../../../domain/views/rules.ts";
import type { View } from "../../../domain/views/schemas.ts";
import { views as text } from "../../i18n/ja/views.ts";
import { listSorts, ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { openingOf } from "../../providers/start/openings.ts";
import { useTabColumns } from "../list/shownColumns.ts";

/** Opens the list with the conditions of a view, as an address of its own. */
export function useShow(list: ViewedList) {
  const navigate = useNavigate();
  const notify = useNotify();
  const { lists } = useUserProfile();
  const [, showColumns] = useTabColumns(list);
  return ({ viewName, conditions, dropped }: View) => {
    const settings = lists?.find((each) => each.list === list);
    const shown = { viewId: 0, viewName, conditions, dropped };
    const opening = openingOf([{ list, size: settings?.size ?? null, view: shown }], list, true);
    const { field, order } = opening.sort ?? listSorts[list];
    const search = new URLSearchParams({
      filter: JSON.stringify(conditions.filters),
      order,
      page: "1",
      perPage: String(opening.perPage ?? ROWS_PER_PAGE),
      sort: field,
    });
    showColumns(conditions.columns);
    navigate({ search: `?${search}` });
    if (dropped.length > 0) notify(text.dropped(viewName), { type: "warning" });
  };
}
