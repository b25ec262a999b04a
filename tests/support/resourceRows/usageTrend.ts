import type { usageTrendEndpoints } from "../../../domain/api/usageEvents.ts";
import { at, type RouteRow, systemAdmin } from "../routeRow.ts";

export const USAGE_TREND = "/admin/api/v1/usage";

export const adminRows: Readonly<Record<keyof typeof usageTrendEndpoints, RouteRow>> = {
  "GET /usage": { may: systemAdmin, send: at(USAGE_TREND) },
};
