import type { adminViewEndpoints, viewEndpoints } from "../../../domain/api/views.ts";
import {
  at,
  members,
  type RouteRow,
  type SendAs,
  systemAdmin,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import { ADMIN_VIEWS, aView, VIEWS, viewInput } from "../viewRequests.ts";

type Area = "staff" | "admin";

const baseOf = { staff: VIEWS, admin: ADMIN_VIEWS } as const;
const listOf = { staff: "workspaces", admin: "users" } as const;

/** A view of the walker. */
const onView =
  (area: Area, body?: unknown, isShared = false): SendAs =>
  async ({ api, own, people }, role, user = people[role]) => {
    const organizationId = area === "staff" ? own.organizationId : null;
    const { userId } = user;
    const id = await aView(api, { organizationId, userId, list: listOf[area], isShared });
    return { url: `${baseOf[area]}/${id}`, body };
  };

/** A shared view of another organization, which to the admin area is as foreign. */
const elsewhere =
  (area: Area, body?: unknown) =>
  async ({ api, foreign }: WalkWorld) => {
    const { organizationId, userId } = foreign;
    const id = await aView(api, { organizationId, userId, isShared: true });
    return {
      foreign: { url: `${baseOf[area]}/${id}`, body },
      unknown: { url: `${baseOf[area]}/${UNKNOWN_ID}`, body },
    };
  };

function rowsOf(area: Area): Readonly<Record<keyof typeof viewEndpoints, RouteRow>> {
  const may = area === "staff" ? members : systemAdmin;
  const base = baseOf[area];
  const list = listOf[area];
  const renamed = () => ({ viewName: viewInput().viewName });
  return {
    "GET /views": { may, send: at(`${base}?list=${list}`) },
    "POST /views": {
      may,
      send: () => ({ url: base, body: viewInput({ list }) }),
      logged: () => ({ url: base, body: viewInput({ list, isShared: true }) }),
    },
    "PATCH /views/{id}": {
      may,
      send: (...of) => onView(area, renamed())(...of),
      logged: (...of) => onView(area, renamed(), true)(...of),
      elsewhere: (world) => elsewhere(area, renamed())(world),
    },
    "DELETE /views/{id}": {
      may,
      send: onView(area),
      logged: onView(area, undefined, true),
      elsewhere: elsewhere(area),
    },
    "PUT /views/default": {
      may,
      send: () => ({ url: `${base}/default`, body: { list, viewId: null } }),
    },
    "PUT /views/size": { may, send: () => ({ url: `${base}/size`, body: { list, size: 50 } }) },
    "PUT /views/columns": {
      may,
      send: () => ({ url: `${base}/columns`, body: { list, columns: ["updatedAt"] } }),
    },
  };
}

export const staffRows = rowsOf("staff");
export const adminRows: Readonly<Record<keyof typeof adminViewEndpoints, RouteRow>> =
  rowsOf("admin");

const created_at = new Date("2026-01-01T00:00:00Z");
const own = {
  view_id: 71,
  organization_id: 1,
  user_id: "member",
  list: "workspaces",
  view_name: "営業",
  conditions: "{}",
  created_at,
  updated_at: created_at,
};
const shared = { ...own, view_id: 72, user_id: null };

export const tableRows: Readonly<Record<string, TableRow>> = {
  list_views: {
    stored: [own, shared],
    another: { ...own, view_id: 73, view_name: "総務" },
    optional: ["organization_id", "user_id"],
    constraints: {
      list_views_pkey: { refuses: [{ view_id: 71 }] },
      list_views_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      list_views_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
      list_views_own_name: {
        refuses: [{ view_name: "営業", looks_alike: true }],
        allows: [{ view_name: "営業", list: "users" }],
      },
      list_views_own_seen_name: {
        refuses: [{ view_name: "営 業" }],
        allows: [{ view_name: "営 業", looks_alike: true }],
      },
      list_views_shared_name: {
        refuses: [{ view_name: "営業", user_id: null, looks_alike: true }],
        allows: [{ view_name: "営業", user_id: null, organization_id: null }],
      },
      list_views_shared_seen_name: {
        refuses: [{ view_name: "営 業", user_id: null }],
        allows: [{ view_name: "営 業", user_id: null, looks_alike: true }],
      },
    },
  },
  list_settings: {
    stored: [{ user_id: "member", list: "workspaces", page_size: 50 }],
    another: { user_id: "member", list: "users" },
    optional: ["default_view_id", "page_size", "shown_columns"],
    constraints: {
      list_settings_pkey: { refuses: [{ list: "workspaces" }] },
      list_settings_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
      list_settings_default_view_id_fkey: {
        refuses: [{ default_view_id: 99 }],
        // The row stays, without the view.
        cascades: true,
      },
    },
  },
};
