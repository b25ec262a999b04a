import { ADMIN_EVENTS, STAFF_EVENTS } from "./eventStream.ts";
import type { RouteRow } from "./routeRow.ts";

const everyone = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

/** Rows of the route walk. */
export const eventRow: RouteRow = { may: everyone, send: () => ({ url: STAFF_EVENTS }) };
export const adminEventRow: RouteRow = { may: everyone, send: () => ({ url: ADMIN_EVENTS }) };
