import type { readingEndpoints } from "../../../domain/api/readings.ts";
import { analyserIsLoaded, READINGS } from "../readingRequests.ts";
import { members, type RouteRow } from "../routeRow.ts";

export const staffRows: Readonly<Record<keyof typeof readingEndpoints, RouteRow>> = {
  "GET /readings": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: `${READINGS}?surface=${encodeURIComponent("議事録")}` };
    },
  },
  "POST /readings": {
    may: members,
    send: async ({ api, own }) => {
      await analyserIsLoaded(api, own);
      return { url: READINGS, body: { surfaces: ["議事録"] } };
    },
  },
};
