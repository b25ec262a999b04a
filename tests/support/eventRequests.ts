import { ADMIN_EVENTS, STAFF_EVENTS } from "./eventStream.ts";
import type { RouteRow } from "./routeRow.ts";

const everyone = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

/** Rows of the route walk. */
export const eventRows: Readonly<Record<string, RouteRow>> = {
  "GET /api/v1/events": { may: everyone, send: () => ({ url: STAFF_EVENTS }), staysOpen: true },
  "GET /admin/api/v1/events": {
    may: everyone,
    send: () => ({ url: ADMIN_EVENTS }),
    staysOpen: true,
  },
};
