import type { worklistEndpoints } from "../../../domain/api/overview.ts";
import { at, type RouteRow, systemAdmin } from "../routeRow.ts";

export const WORKLIST = "/admin/api/v1/worklist";

export const adminRows: Readonly<Record<keyof typeof worklistEndpoints, RouteRow>> = {
  "GET /worklist": { may: systemAdmin, send: at(WORKLIST) },
};
