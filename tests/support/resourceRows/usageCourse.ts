import type { usageCourseEndpoints } from "../../../domain/api/usageCourse.ts";
import { at, type RouteRow, systemAdmin } from "../routeRow.ts";

export const USAGE_COURSE = "/admin/api/v1/usage";

export const adminRows: Readonly<Record<keyof typeof usageCourseEndpoints, RouteRow>> = {
  "GET /usage": { may: systemAdmin, send: at(USAGE_COURSE) },
};
