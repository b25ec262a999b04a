import type { adminSearchEndpoints, searchEndpoints } from "../../../domain/api/overview.ts";
import { at, members, type RouteRow, systemAdmin } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof searchEndpoints, RouteRow>> = {
  "GET /search": { may: members, send: at("/api/v1/search?q=%E8%BE%9E%E6%9B%B8") },
};

export const adminRows: Readonly<Record<keyof typeof adminSearchEndpoints, RouteRow>> = {
  "GET /search": { may: systemAdmin, send: at("/admin/api/v1/search?q=%E5%A5%91%E7%B4%84") },
};
