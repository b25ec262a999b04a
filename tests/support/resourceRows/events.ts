import type { adminEventEndpoints, eventEndpoints } from "../../../domain/api/events.ts";
import { ADMIN_EVENTS, STAFF_EVENTS } from "../eventStream.ts";
import { at, everyone, type RouteRow } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof eventEndpoints, RouteRow>> = {
  "GET /events": { may: everyone, send: at(STAFF_EVENTS) },
};

export const adminRows: Readonly<Record<keyof typeof adminEventEndpoints, RouteRow>> = {
  "GET /events": { may: everyone, send: at(ADMIN_EVENTS) },
};
