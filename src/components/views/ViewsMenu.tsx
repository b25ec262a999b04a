import Divider from "@mui/material/Divider";
import ListSubheader from "@mui/material/ListSubheader";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useNotify, useResourceContext } from "react-admin";
import { isViewedList, type ViewedList } from "../../../domain/views/rules.ts";
import type { View } from "../../../domain/views/schemas.ts";
import { views as text } from "../../i18n/ja/views.ts";
import { listSorts, ROWS_PER_PAGE } from "../../providers/data/listSorts.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import { openingOf } from "../../providers/start/openings.ts";
import { useTabColumns } from "../list/useOpening.ts";
import styles from "./views.module.css";

interface ViewsMenuProps {
  anchor: HTMLElement;
  onClose: () => void;
  /** Opens the dialog: to store the present conditions, or to change the views. */
  onOpen: (dialog: "save" | "manage") => void;
}

export function ViewsMenu(props: ViewsMenuProps) {
  const list = useResourceContext();
  return isViewedList(list) ? <Views list={list} {...props} /> : null;
}

/** Opens once the views are there; the dialog says why they are not. */
function Views({ list, anchor, onClose, onOpen }: ViewsMenuProps & { list: ViewedList }) {
  const { data, isPending } = useViews(list);
  const { lists } = useUserProfile();
  const show = useShow(list);
  const views = data?.views ?? [];
  const defaultId = lists?.find((each) => each.list === list)?.view?.viewId;
  const group = (title: string, isShared: boolean) => {
    const some = views.filter((view) => view.isShared === isShared);
    if (some.length === 0) return [];
    return [
      <ListSubheader key={title} className={`note ${styles.heading}`}>
        {title}
      </ListSubheader>,
      ...some.map((view) => (
        <MenuItem
          key={view.viewId}
          className={`gap-12 ${styles.item}`}
          onClick={() => {
            onClose();
            show(view);
          }}
        >
          {view.viewName}
          {view.viewId === defaultId ? (
            <small className="note nowrap push">{text.isDefault}</small>
          ) : null}
        </MenuItem>
      )),
    ];
  };
  return (
    <Menu
      open={!isPending}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      transitionDuration={0}
      slotProps={{
        paper: { className: `float ${styles.menu}` },
        list: { "aria-label": text.title, dense: true },
      }}
    >
      {group(text.own, false)}
      {group(text.shared, true)}
      {views.length > 0 ? <Divider /> : null}
      <MenuItem onClick={() => onOpen("save")}>{text.save}</MenuItem>
      <MenuItem onClick={() => onOpen("manage")}>{text.manage}</MenuItem>
    </Menu>
  );
}

/** The own and the shared views of a list. */
export function useViews(list: ViewedList) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["views", list],
    queryFn: ({ signal }) => api("GET /views", { query: { list }, signal }),
  });
}

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
