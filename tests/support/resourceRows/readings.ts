import type { readingEndpoints } from "../../../domain/api/readings.ts";
import { members, type RouteRow } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof readingEndpoints, RouteRow>> = {
  "GET /readings": {
    may: members,
    send: () => ({ url: `/api/v1/readings?surface=${encodeURIComponent("議事録")}` }),
  },
  "POST /readings": {
    may: members,
    send: () => ({ url: "/api/v1/readings", body: { surfaces: ["議事録"] } }),
  },
};
